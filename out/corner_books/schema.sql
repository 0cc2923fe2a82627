-- Publishing houses.
CREATE TABLE publishers (
  id      INTEGER PRIMARY KEY AUTOINCREMENT,
  name    TEXT NOT NULL UNIQUE,
  country TEXT NOT NULL
) STRICT;

-- The shelves of the shop; every book stands on one.
CREATE TABLE genres (
  code TEXT NOT NULL PRIMARY KEY CONSTRAINT "genres.code" CHECK (code REGEXP '^[a-z_]{3,20}$'),
  name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE authors (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  name      TEXT NOT NULL,
  country   TEXT NOT NULL,
  born_year INTEGER CONSTRAINT "authors.born_year" CHECK (born_year BETWEEN 1800 AND 2010)
) STRICT;

-- One edition of a title. An audiobook is a box of discs.
CREATE TABLE books (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  isbn         TEXT NOT NULL UNIQUE CONSTRAINT "books.isbn" CHECK (isbn REGEXP '^97[89][0-9]{10}$'),
  title        TEXT NOT NULL CONSTRAINT "books.title" CHECK (length(title) BETWEEN 1 AND 120),
  author_id    INTEGER NOT NULL REFERENCES authors (id) DEFERRABLE INITIALLY DEFERRED,
  publisher_id INTEGER NOT NULL REFERENCES publishers (id) DEFERRABLE INITIALLY DEFERRED,
  genre        TEXT NOT NULL REFERENCES genres (code) DEFERRABLE INITIALLY DEFERRED,
  format       TEXT NOT NULL CONSTRAINT "books.format" CHECK (format = 'hardback' OR format = 'paperback' OR format = 'audiobook'),
  pages        INTEGER CONSTRAINT "books.pages" CHECK (pages >= 1),
  weight_g     INTEGER NOT NULL CONSTRAINT "books.weight_g" CHECK (weight_g >= 1),
  price_cents  INTEGER NOT NULL CONSTRAINT "books.price_cents" CHECK (price_cents >= 1),
  stock        INTEGER NOT NULL CONSTRAINT "books.stock" CHECK (stock >= 0),
  published_on TEXT NOT NULL CONSTRAINT "books.published_on" CHECK (published_on GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  in_print     INTEGER NOT NULL DEFAULT 1 CONSTRAINT "books.in_print" CHECK (in_print IN (0, 1)),
  tags         TEXT NOT NULL DEFAULT '[]' CONSTRAINT "books.tags" CHECK (json_valid(tags))
) STRICT;
CREATE INDEX books_genre_price_cents ON books (genre, price_cents);
CREATE INDEX books_author_id ON books (author_id);

CREATE TABLE customers (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  name         TEXT NOT NULL,
  email        TEXT NOT NULL UNIQUE,
  phone        TEXT,
  joined_on    TEXT NOT NULL CONSTRAINT "customers.joined_on" CHECK (joined_on GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  tier         TEXT NOT NULL DEFAULT 'reader' CONSTRAINT "customers.tier" CHECK (tier = 'reader' OR tier = 'member' OR tier = 'patron'),
  points       INTEGER NOT NULL DEFAULT 0 CONSTRAINT "customers.points" CHECK (points >= 0),
  credit_cents INTEGER NOT NULL DEFAULT 0 CONSTRAINT "customers.credit_cents" CHECK (credit_cents >= 0),
  newsletter   INTEGER NOT NULL DEFAULT 0 CONSTRAINT "customers.newsletter" CHECK (newsletter IN (0, 1))
) STRICT;

CREATE TABLE addresses (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  customer_id INTEGER NOT NULL REFERENCES customers (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  label       TEXT NOT NULL CONSTRAINT "addresses.label" CHECK (length(label) BETWEEN 1 AND 40),
  line        TEXT NOT NULL CONSTRAINT "addresses.line" CHECK (length(line) BETWEEN 3 AND 100),
  city        TEXT NOT NULL CONSTRAINT "addresses.city" CHECK (length(city) BETWEEN 2 AND 60),
  postcode    TEXT NOT NULL CONSTRAINT "addresses.postcode" CHECK (length(postcode) BETWEEN 3 AND 12),
  country     TEXT NOT NULL CONSTRAINT "addresses.country" CHECK (country = 'IE' OR country = 'GB' OR country = 'DE' OR country = 'FR' OR country = 'NL'),
  is_default  INTEGER NOT NULL DEFAULT 0 CONSTRAINT "addresses.is_default" CHECK (is_default IN (0, 1)),
  UNIQUE (customer_id, label)
) STRICT;
CREATE UNIQUE INDEX addresses_customer_id_unique ON addresses (customer_id) WHERE is_default = 1;

-- Shops in town, which put books aside for customers.
CREATE TABLE shops (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  code      TEXT NOT NULL UNIQUE CONSTRAINT "shops.code" CHECK (code REGEXP '^[A-Z]{3}[0-9]$'),
  name      TEXT NOT NULL,
  city      TEXT NOT NULL,
  opens_at  TEXT NOT NULL CONSTRAINT "shops.opens_at" CHECK (opens_at GLOB '[0-2][0-9]:[0-5][0-9]:[0-5][0-9]'),
  closes_at TEXT NOT NULL CONSTRAINT "shops.closes_at" CHECK (closes_at GLOB '[0-2][0-9]:[0-5][0-9]:[0-5][0-9]'),
  hold_days INTEGER NOT NULL CONSTRAINT "shops.hold_days" CHECK (hold_days BETWEEN 1 AND 30),
  CONSTRAINT "shops: opens_at < closes_at" CHECK (opens_at < closes_at)
) STRICT;

CREATE TABLE shop_stock (
  shop_id INTEGER NOT NULL REFERENCES shops (id) DEFERRABLE INITIALLY DEFERRED,
  book_id INTEGER NOT NULL REFERENCES books (id) DEFERRABLE INITIALLY DEFERRED,
  qty     INTEGER NOT NULL CONSTRAINT "shop_stock.qty" CHECK (qty >= 0),
  PRIMARY KEY (shop_id, book_id)
) STRICT;

CREATE TABLE shipping_methods (
  code            TEXT NOT NULL PRIMARY KEY CONSTRAINT "shipping_methods.code" CHECK (code REGEXP '^[a-z_]{3,20}$'),
  name            TEXT NOT NULL,
  price_cents     INTEGER NOT NULL CONSTRAINT "shipping_methods.price_cents" CHECK (price_cents >= 0),
  free_from_cents INTEGER CONSTRAINT "shipping_methods.free_from_cents" CHECK (free_from_cents >= 0),
  days            INTEGER NOT NULL CONSTRAINT "shipping_methods.days" CHECK (days >= 1),
  max_weight_g    INTEGER NOT NULL CONSTRAINT "shipping_methods.max_weight_g" CHECK (max_weight_g >= 1),
  countries       TEXT NOT NULL CONSTRAINT "shipping_methods.countries" CHECK (json_valid(countries))
) STRICT;

CREATE TABLE coupons (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  code         TEXT NOT NULL UNIQUE,
  kind         TEXT NOT NULL CONSTRAINT "coupons.kind" CHECK (kind IN ('percent', 'amount')),
  worth        INTEGER NOT NULL CONSTRAINT "coupons.worth" CHECK (worth >= 1),
  min_cents    INTEGER NOT NULL DEFAULT 0 CONSTRAINT "coupons.min_cents" CHECK (min_cents >= 0),
  genre        TEXT REFERENCES genres (code) DEFERRABLE INITIALLY DEFERRED,
  members_only INTEGER NOT NULL DEFAULT 0 CONSTRAINT "coupons.members_only" CHECK (members_only IN (0, 1)),
  public       INTEGER NOT NULL DEFAULT 1 CONSTRAINT "coupons.public" CHECK (public IN (0, 1)),
  starts_on    TEXT NOT NULL CONSTRAINT "coupons.starts_on" CHECK (starts_on GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  ends_on      TEXT NOT NULL CONSTRAINT "coupons.ends_on" CHECK (ends_on GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  uses_left    INTEGER NOT NULL CONSTRAINT "coupons.uses_left" CHECK (uses_left >= 0),
  CONSTRAINT "coupons: starts_on <= ends_on" CHECK (starts_on <= ends_on),
  CONSTRAINT "coupons: kind <> 'percent' OR worth <= 100" CHECK (kind <> 'percent' OR worth <= 100)
) STRICT;

CREATE TABLE orders (
  id             INTEGER PRIMARY KEY AUTOINCREMENT,
  number         TEXT NOT NULL UNIQUE GENERATED ALWAYS AS (printf('CB-%06d', id)) STORED,
  customer_id    INTEGER NOT NULL REFERENCES customers (id) DEFERRABLE INITIALLY DEFERRED,
  status         TEXT NOT NULL DEFAULT 'placed' CONSTRAINT "orders.status" CHECK (status = 'placed' OR status = 'packed' OR status = 'shipped' OR status = 'delivered' OR status = 'cancelled'),
  placed_at      TEXT NOT NULL CONSTRAINT "orders.placed_at" CHECK (placed_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9]'),
  shipped_at     TEXT CONSTRAINT "orders.shipped_at" CHECK (shipped_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9]'),
  delivered_on   TEXT CONSTRAINT "orders.delivered_on" CHECK (delivered_on GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  address_id     INTEGER NOT NULL REFERENCES addresses (id) DEFERRABLE INITIALLY DEFERRED,
  shipping       TEXT NOT NULL REFERENCES shipping_methods (code) DEFERRABLE INITIALLY DEFERRED,
  shipping_cents INTEGER NOT NULL CONSTRAINT "orders.shipping_cents" CHECK (shipping_cents >= 0),
  discount_cents INTEGER NOT NULL DEFAULT 0 CONSTRAINT "orders.discount_cents" CHECK (discount_cents >= 0),
  credit_cents   INTEGER NOT NULL DEFAULT 0 CONSTRAINT "orders.credit_cents" CHECK (credit_cents >= 0),
  points         INTEGER NOT NULL DEFAULT 0 CONSTRAINT "orders.points" CHECK (points >= 0),
  coupon_id      INTEGER REFERENCES coupons (id) DEFERRABLE INITIALLY DEFERRED,
  gift_wrap      INTEGER NOT NULL DEFAULT 0 CONSTRAINT "orders.gift_wrap" CHECK (gift_wrap IN (0, 1)),
  gift_note      TEXT CONSTRAINT "orders.gift_note" CHECK (length(gift_note) <= 200),
  CONSTRAINT "orders: gift_note IS NULL OR gift_wrap = 1" CHECK (gift_note IS NULL OR gift_wrap = 1)
) STRICT;
CREATE UNIQUE INDEX orders_customer_id_coupon_id_unique ON orders (customer_id, coupon_id) WHERE coupon_id IS NOT NULL AND status <> 'cancelled';
CREATE INDEX orders_customer_id_status ON orders (customer_id, status);
CREATE TRIGGER orders_status_flow BEFORE UPDATE OF status ON orders
  WHEN OLD.status IS NOT NEW.status AND NOT (
    OLD.status = 'placed' AND NEW.status IN ('packed', 'cancelled')
    OR OLD.status = 'packed' AND NEW.status IN ('shipped')
    OR OLD.status = 'shipped' AND NEW.status IN ('delivered')
  )
  BEGIN SELECT RAISE(ABORT, 'flow orders.status ' || OLD.status || ' ' || NEW.status); END;

CREATE TABLE order_items (
  order_id   INTEGER NOT NULL REFERENCES orders (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  book_id    INTEGER NOT NULL REFERENCES books (id) DEFERRABLE INITIALLY DEFERRED,
  qty        INTEGER NOT NULL CONSTRAINT "order_items.qty" CHECK (qty >= 1),
  unit_cents INTEGER NOT NULL CONSTRAINT "order_items.unit_cents" CHECK (unit_cents >= 1),
  PRIMARY KEY (order_id, book_id)
) STRICT;
CREATE INDEX order_items_book_id ON order_items (book_id);

CREATE TABLE basket_items (
  customer_id INTEGER NOT NULL REFERENCES customers (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  book_id     INTEGER NOT NULL REFERENCES books (id) DEFERRABLE INITIALLY DEFERRED,
  qty         INTEGER NOT NULL CONSTRAINT "basket_items.qty" CHECK (qty BETWEEN 1 AND 10),
  added_at    TEXT NOT NULL CONSTRAINT "basket_items.added_at" CHECK (added_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9]'),
  PRIMARY KEY (customer_id, book_id)
) STRICT;

CREATE TABLE wishlist_items (
  customer_id INTEGER NOT NULL REFERENCES customers (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  book_id     INTEGER NOT NULL REFERENCES books (id) DEFERRABLE INITIALLY DEFERRED,
  priority    TEXT NOT NULL DEFAULT 'normal' CONSTRAINT "wishlist_items.priority" CHECK (priority = 'high' OR priority = 'normal' OR priority = 'low'),
  price_cents INTEGER NOT NULL CONSTRAINT "wishlist_items.price_cents" CHECK (price_cents >= 0),
  added_at    TEXT NOT NULL CONSTRAINT "wishlist_items.added_at" CHECK (added_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9]'),
  PRIMARY KEY (customer_id, book_id)
) STRICT;

CREATE TABLE returns (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  number       TEXT NOT NULL UNIQUE GENERATED ALWAYS AS (printf('RT-%05d', id)) STORED,
  order_id     INTEGER NOT NULL REFERENCES orders (id) DEFERRABLE INITIALLY DEFERRED,
  book_id      INTEGER NOT NULL REFERENCES books (id) DEFERRABLE INITIALLY DEFERRED,
  qty          INTEGER NOT NULL CONSTRAINT "returns.qty" CHECK (qty >= 1),
  reason       TEXT NOT NULL CONSTRAINT "returns.reason" CHECK (reason = 'damaged' OR reason = 'misprint' OR reason = 'wrong_item' OR reason = 'not_wanted'),
  status       TEXT NOT NULL DEFAULT 'requested' CONSTRAINT "returns.status" CHECK (status = 'requested' OR status = 'received' OR status = 'refunded' OR status = 'rejected' OR status = 'withdrawn'),
  refund_cents INTEGER NOT NULL CONSTRAINT "returns.refund_cents" CHECK (refund_cents >= 0),
  requested_at TEXT NOT NULL CONSTRAINT "returns.requested_at" CHECK (requested_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9]')
) STRICT;
CREATE UNIQUE INDEX returns_order_id_book_id_unique ON returns (order_id, book_id) WHERE status = 'requested';
CREATE TRIGGER returns_status_flow BEFORE UPDATE OF status ON returns
  WHEN OLD.status IS NOT NEW.status AND NOT (
    OLD.status = 'requested' AND NEW.status IN ('received', 'withdrawn')
    OR OLD.status = 'received' AND NEW.status IN ('refunded', 'rejected')
  )
  BEGIN SELECT RAISE(ABORT, 'flow returns.status ' || OLD.status || ' ' || NEW.status); END;

CREATE TABLE reviews (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  customer_id INTEGER NOT NULL REFERENCES customers (id) DEFERRABLE INITIALLY DEFERRED,
  book_id     INTEGER NOT NULL REFERENCES books (id) DEFERRABLE INITIALLY DEFERRED,
  stars       INTEGER NOT NULL CONSTRAINT "reviews.stars" CHECK (stars BETWEEN 1 AND 5),
  body        TEXT NOT NULL CONSTRAINT "reviews.body" CHECK (length(body) BETWEEN 10 AND 1000),
  written_at  TEXT NOT NULL CONSTRAINT "reviews.written_at" CHECK (written_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9]'),
  UNIQUE (customer_id, book_id)
) STRICT;
CREATE INDEX reviews_book_id ON reviews (book_id);

-- Copies put aside in a shop for a customer.
CREATE TABLE holds (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  customer_id INTEGER NOT NULL REFERENCES customers (id) DEFERRABLE INITIALLY DEFERRED,
  shop_id     INTEGER NOT NULL REFERENCES shops (id) DEFERRABLE INITIALLY DEFERRED,
  book_id     INTEGER NOT NULL REFERENCES books (id) DEFERRABLE INITIALLY DEFERRED,
  status      TEXT NOT NULL DEFAULT 'waiting' CONSTRAINT "holds.status" CHECK (status = 'waiting' OR status = 'collected' OR status = 'cancelled' OR status = 'expired'),
  placed_at   TEXT NOT NULL CONSTRAINT "holds.placed_at" CHECK (placed_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9]'),
  keep_until  TEXT NOT NULL CONSTRAINT "holds.keep_until" CHECK (keep_until GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  extended    INTEGER NOT NULL DEFAULT 0 CONSTRAINT "holds.extended" CHECK (extended IN (0, 1))
) STRICT;
CREATE UNIQUE INDEX holds_customer_id_book_id_unique ON holds (customer_id, book_id) WHERE status = 'waiting';
CREATE TRIGGER holds_status_flow BEFORE UPDATE OF status ON holds
  WHEN OLD.status IS NOT NEW.status AND NOT (
    OLD.status = 'waiting' AND (NEW.status = 'collected' OR NEW.status = 'cancelled' OR NEW.status = 'expired')
  )
  BEGIN SELECT RAISE(ABORT, 'flow holds.status ' || OLD.status || ' ' || NEW.status); END;

-- What views see of the session: the clock and the signed-in user. One row.
CREATE TABLE awmc_session (
  id    INTEGER PRIMARY KEY CHECK (id = 1),
  now   TEXT NOT NULL,
  today TEXT NOT NULL,
  actor INTEGER
) STRICT;

CREATE VIEW book_facts AS
SELECT b.id, b.isbn, b.title, b.author_id, a.name AS author, p.name AS publisher, b.genre, g.name AS genre_name,
       b.format, b.pages, b.weight_g, b.price_cents, b.stock, b.published_on, b.in_print, b.tags,
        (b.in_print = 1 AND b.published_on <= (SELECT today FROM awmc_session))  AS orderable,
       CAST((SELECT COUNT(*) FROM reviews r WHERE r.book_id = b.id) AS integer) AS reviews,
       CAST((SELECT ROUND(AVG(r.stars), 1) FROM reviews r WHERE r.book_id = b.id) AS real) AS stars
FROM books b
JOIN authors a ON a.id = b.author_id
JOIN publishers p ON p.id = b.publisher_id
JOIN genres g ON g.code = b.genre;

CREATE VIEW basket_lines AS
SELECT k.customer_id, k.book_id, f.title, f.author, f.genre, f.format, k.qty, f.price_cents, f.stock, f.orderable,
       CAST(k.qty * f.price_cents AS integer) AS line_cents,
       CAST(k.qty * f.weight_g AS integer) AS line_weight_g
FROM basket_items k JOIN book_facts f ON f.id = k.book_id;

CREATE VIEW order_totals AS
SELECT o.id, o.number, o.customer_id, o.status, o.placed_at, o.shipped_at, o.delivered_on, o.address_id, o.shipping,
       o.shipping_cents, o.discount_cents, o.credit_cents, o.gift_wrap, o.gift_note,
       CAST(COALESCE(SUM(i.qty), 0) AS integer) AS copies,
       CAST(COALESCE(SUM(i.qty * b.weight_g), 0) AS integer) AS weight_g,
       CAST(COALESCE(SUM(i.qty * i.unit_cents), 0) AS integer) AS goods_cents,
       CAST(COALESCE(SUM(i.qty * i.unit_cents), 0) + o.shipping_cents - o.discount_cents
            + CASE WHEN o.gift_wrap = 1 THEN 350 ELSE 0 END AS integer) AS total_cents
FROM orders o
LEFT JOIN order_items i ON i.order_id = o.id
LEFT JOIN books b ON b.id = i.book_id
GROUP BY o.id;

CREATE VIEW returnable AS
SELECT i.order_id, i.book_id, b.title, b.format, i.qty, i.unit_cents, t.goods_cents, t.discount_cents,
       CAST(i.qty - COALESCE((SELECT SUM(r.qty) FROM returns r WHERE r.order_id = i.order_id AND r.book_id = i.book_id
            AND r.status NOT IN ('rejected', 'withdrawn')), 0) AS integer) AS left_qty
FROM order_items i
JOIN books b ON b.id = i.book_id
JOIN order_totals t ON t.id = i.order_id;

CREATE VIEW reorder_lines AS
SELECT i.order_id, i.book_id, f.title, i.qty,
        (f.orderable = 1 AND i.qty + COALESCE(k.qty, 0) <= f.stock AND i.qty + COALESCE(k.qty, 0) <= 10)  AS fits
FROM order_items i
JOIN book_facts f ON f.id = i.book_id
LEFT JOIN basket_items k ON k.book_id = i.book_id AND k.customer_id = (SELECT actor FROM awmc_session);
