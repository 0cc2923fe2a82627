// The page works without this: it only saves reloading, and shows what others
// do to an instance as it happens.
"use strict";
(() => {
  const root = document.documentElement;
  const say = (text) => { document.getElementById("said").textContent = text; };

  // Light and dark.
  addEventListener("click", (e) => {
    if (!e.target.closest("[data-theme-switch]")) return;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    try { localStorage.setItem("theme", root.dataset.theme); } catch { /* storage is off */ }
  });

  const parse = async (response) => new DOMParser().parseFromString(await response.text(), "text/html");

  // Forms are sent without leaving the page; what comes back takes its place.
  addEventListener("submit", async (e) => {
    const form = e.target;
    if (!form.matches("[data-enhance], [data-search]")) return;
    e.preventDefault();
    if (form.dataset.busy) return;
    if (form.matches("[data-search]")) { search(form); return; }
    const data = new URLSearchParams(new FormData(form, e.submitter));
    const url = new URL(form.action);
    const options = { credentials: "same-origin" };
    if (form.method === "get") url.search = data; else { options.method = "POST"; options.body = data; }
    form.dataset.busy = "1";
    root.classList.add("busy");
    try {
      const response = await fetch(url, options);
      const page = await parse(response);
      const main = page.getElementById("main");
      if (!main) throw new Error("no page came back");
      document.title = page.title;
      document.getElementById("main").replaceWith(main);
      if (response.redirected || form.method === "get") history.pushState(null, "", response.url);
      const focus = main.querySelector("[aria-invalid]") || main.querySelector("[data-focus]");
      if (focus) { focus.focus({ preventScroll: true }); focus.scrollIntoView({ block: "nearest" }); }
      say(main.querySelector("[data-focus] h2")?.textContent ?? page.title);
    } catch {
      say("The server did not answer.");
      alertAt(form, "The server did not answer. Is it still running?");
    } finally {
      delete form.dataset.busy;
      root.classList.remove("busy");
    }
  });
  addEventListener("popstate", () => location.reload());

  const alertAt = (form, text) => {
    form.querySelector("[data-alert]")?.remove();
    const p = document.createElement("p");
    p.className = "alert bad";
    p.dataset.alert = "";
    p.textContent = text;
    form.append(p);
  };

  // Searches follow the typing.
  let typing, searching = 0;
  addEventListener("input", (e) => {
    const form = e.target.form;
    if (form?.matches("[data-search]")) {
      clearTimeout(typing);
      typing = setTimeout(() => search(form), 180);
    }
    if (e.target.matches("[data-filter]")) narrow(e.target);
  });
  const search = async (form) => {
    clearTimeout(typing);
    const mine = ++searching;
    const url = new URL(form.action);
    const data = new URLSearchParams(new FormData(form));
    if (!data.get("q")) data.delete("q");
    url.search = data;
    try {
      const page = await parse(await fetch(url, { credentials: "same-origin" }));
      const found = page.querySelector(form.dataset.search);
      if (mine !== searching || !found) return;
      document.querySelector(form.dataset.search).replaceWith(found);
      history.replaceState(null, "", url);
      say(found.querySelectorAll("li, tbody tr").length + " found");
    } catch { say("The server did not answer."); }
  };
  const narrow = (input) => {
    const wanted = input.value.toLowerCase().split(/\s+/);
    for (const item of document.querySelectorAll(input.dataset.filter + " > li")) {
      const text = item.textContent.toLowerCase();
      const spaced = text.replaceAll("_", " ");
      item.hidden = !wanted.every((w) => text.includes(w) || spaced.includes(w));
    }
  };

  // What others do to an instance shows within a second or so.
  const refresh = async () => {
    const watched = document.querySelector("[data-pulse]");
    if (!watched || document.hidden || root.classList.contains("busy")) return;
    const now = await (await fetch(watched.dataset.pulse, { credentials: "same-origin" })).json();
    if (now.gone) {
      delete watched.dataset.pulse;
      const p = document.createElement("p");
      p.className = "alert bad";
      p.textContent = now.gone;
      watched.prepend(p);
      say(now.gone);
      return;
    }
    if (now.pulse === watched.dataset.at || root.classList.contains("busy")) return;
    const page = await parse(await fetch(location.href, { credentials: "same-origin" }));
    const fresh = page.querySelector("[data-pulse]");
    if (!fresh || !watched.isConnected || root.classList.contains("busy")) return;
    watched.dataset.at = fresh.dataset.at;
    for (const old of document.querySelectorAll("[data-live]")) {
      const part = page.getElementById(old.id);
      if (!part) continue;
      for (const d of old.querySelectorAll("details[open][id]")) part.querySelector("#" + CSS.escape(d.id))?.setAttribute("open", "");
      const at = document.activeElement;
      const href = old.contains(at) ? at.getAttribute("href") : null;
      old.replaceWith(part);
      if (href) part.querySelector(`a[href="${CSS.escape(href)}"]`)?.focus({ preventScroll: true });
    }
    say("Updated.");
  };
  const watch = async () => {
    try { await refresh(); } catch { /* the server may come back */ }
    setTimeout(watch, 1200);
  };
  watch();

  // The references of the entity that is pointed at stand out.
  const point = (e, on) => {
    const box = e.target.closest?.("[data-entity]");
    if (!box) return;
    for (const edge of box.ownerSVGElement.querySelectorAll(".edge")) {
      edge.classList.toggle("near", on && (edge.dataset.from === box.dataset.entity || edge.dataset.to === box.dataset.entity));
    }
  };
  addEventListener("mouseover", (e) => point(e, true));
  addEventListener("mouseout", (e) => point(e, false));
  addEventListener("focusin", (e) => point(e, true));
  addEventListener("focusout", (e) => point(e, false));

  // A link to an entity opens it.
  const unfold = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target instanceof HTMLDetailsElement) { target.open = true; target.scrollIntoView({ block: "start" }); }
  };
  addEventListener("hashchange", unfold);
  unfold();
})();
