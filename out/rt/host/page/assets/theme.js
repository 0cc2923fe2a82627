// Applies the chosen theme before anything is painted.
(() => {
  const root = document.documentElement;
  root.classList.add("scripted");
  let chosen = null;
  try { chosen = localStorage.getItem("theme"); } catch { /* storage is off */ }
  if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
})();
