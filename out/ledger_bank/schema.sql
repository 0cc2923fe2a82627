-- Customer tiers with their limits.
CREATE TABLE tiers (
  code                       TEXT NOT NULL PRIMARY KEY CONSTRAINT "tiers.code" CHECK (code REGEXP '^[a-z]+$'),
  max_card_limit_cents       INTEGER NOT NULL CONSTRAINT "tiers.max_card_limit_cents" CHECK (max_card_limit_cents >= 0),
  instant_credit_cents       INTEGER NOT NULL CONSTRAINT "tiers.instant_credit_cents" CHECK (instant_credit_cents >= 0),
  max_trusted_payees         INTEGER NOT NULL CONSTRAINT "tiers.max_trusted_payees" CHECK (max_trusted_payees >= 0),
  max_loan_cents             INTEGER NOT NULL CONSTRAINT "tiers.max_loan_cents" CHECK (max_loan_cents >= 0),
  loan_rate_bp               INTEGER NOT NULL CONSTRAINT "tiers.loan_rate_bp" CHECK (loan_rate_bp BETWEEN 0 AND 3000),
  card_replacement_fee_cents INTEGER NOT NULL CONSTRAINT "tiers.card_replacement_fee_cents" CHECK (card_replacement_fee_cents >= 0)
) STRICT;

-- Fees for payments to payees; the band with the highest from_cents not above the amount applies.
CREATE TABLE fee_bands (
  tier       TEXT NOT NULL REFERENCES tiers (code) DEFERRABLE INITIALLY DEFERRED,
  from_cents INTEGER NOT NULL CONSTRAINT "fee_bands.from_cents" CHECK (from_cents >= 0),
  flat_cents INTEGER NOT NULL CONSTRAINT "fee_bands.flat_cents" CHECK (flat_cents >= 0),
  rate_bp    INTEGER NOT NULL CONSTRAINT "fee_bands.rate_bp" CHECK (rate_bp BETWEEN 0 AND 500),
  PRIMARY KEY (tier, from_cents)
) STRICT;

-- Currencies in which accounts are kept.
CREATE TABLE currencies (
  id   INTEGER PRIMARY KEY AUTOINCREMENT,
  code TEXT NOT NULL UNIQUE CONSTRAINT "currencies.code" CHECK (code REGEXP '^[A-Z]{3}$'),
  name TEXT NOT NULL
) STRICT;

-- Kinds of accounts that the bank offers.
CREATE TABLE products (
  code        TEXT NOT NULL PRIMARY KEY CONSTRAINT "products.code" CHECK (code REGEXP '^[a-z0-9_]+$'),
  name        TEXT NOT NULL,
  kind        TEXT NOT NULL CONSTRAINT "products.kind" CHECK (kind = 'current' OR kind = 'savings' OR kind = 'fixed'),
  interest_bp INTEGER NOT NULL CONSTRAINT "products.interest_bp" CHECK (interest_bp >= 0),
  euro_only   INTEGER NOT NULL DEFAULT 0 CONSTRAINT "products.euro_only" CHECK (euro_only IN (0, 1)),
  open_online INTEGER NOT NULL DEFAULT 1 CONSTRAINT "products.open_online" CHECK (open_online IN (0, 1))
) STRICT;

-- People who bank here.
CREATE TABLE customers (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  name        TEXT NOT NULL,
  email       TEXT NOT NULL UNIQUE,
  phone       TEXT NOT NULL CONSTRAINT "customers.phone" CHECK (length(phone) BETWEEN 6 AND 20),
  city        TEXT NOT NULL,
  tier        TEXT NOT NULL REFERENCES tiers (code) DEFERRABLE INITIALLY DEFERRED,
  joined_on   TEXT NOT NULL CONSTRAINT "customers.joined_on" CHECK (joined_on GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  preferences TEXT NOT NULL CONSTRAINT "customers.preferences" CHECK (json_valid(preferences))
) STRICT;

-- Ledger accounts. Customers' accounts, one account for each loan, and the bank's own accounts.
CREATE TABLE accounts (
  id                INTEGER PRIMARY KEY AUTOINCREMENT,
  customer_id       INTEGER REFERENCES customers (id) DEFERRABLE INITIALLY DEFERRED,
  kind              TEXT NOT NULL CONSTRAINT "accounts.kind" CHECK (kind = 'customer' OR kind = 'loan' OR kind = 'clearing' OR kind = 'income' OR kind = 'suspense'),
  product           TEXT REFERENCES products (code) DEFERRABLE INITIALLY DEFERRED,
  currency_id       INTEGER NOT NULL REFERENCES currencies (id) DEFERRABLE INITIALLY DEFERRED,
  iban              TEXT UNIQUE CONSTRAINT "accounts.iban" CHECK (iban REGEXP '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'),
  nickname          TEXT NOT NULL CONSTRAINT "accounts.nickname" CHECK (length(nickname) BETWEEN 1 AND 40),
  status            TEXT NOT NULL DEFAULT 'open' CONSTRAINT "accounts.status" CHECK (status = 'open' OR status = 'frozen' OR status = 'closed'),
  overdraft_cents   INTEGER NOT NULL DEFAULT 0 CONSTRAINT "accounts.overdraft_cents" CHECK (overdraft_cents BETWEEN 0 AND 1000000),
  daily_limit_cents INTEGER NOT NULL DEFAULT 0 CONSTRAINT "accounts.daily_limit_cents" CHECK (daily_limit_cents >= 0),
  locked_until      TEXT CONSTRAINT "accounts.locked_until" CHECK (locked_until GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  opened_on         TEXT NOT NULL CONSTRAINT "accounts.opened_on" CHECK (opened_on GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  closed_at         TEXT CONSTRAINT "accounts.closed_at" CHECK (closed_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9]'),
  CONSTRAINT "accounts: (kind IN ('customer', 'loan')) = (customer_id IS NOT NULL)" CHECK ((kind IN ('customer', 'loan')) = (customer_id IS NOT NULL)),
  CONSTRAINT "accounts: (kind = 'customer') = (product IS NOT NULL)" CHECK ((kind = 'customer') = (product IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX accounts_kind_currency_id_unique ON accounts (kind, currency_id) WHERE kind IN ('clearing', 'income', 'suspense');
CREATE INDEX accounts_customer_id_kind ON accounts (customer_id, kind);
CREATE TRIGGER accounts_status_flow BEFORE UPDATE OF status ON accounts
  WHEN OLD.status IS NOT NEW.status AND NOT (
    OLD.status = 'open' AND NEW.status IN ('frozen', 'closed')
    OR OLD.status = 'frozen' AND NEW.status IN ('open')
  )
  BEGIN SELECT RAISE(ABORT, 'flow accounts.status ' || OLD.status || ' ' || NEW.status); END;

-- People and firms that a customer pays.
CREATE TABLE payees (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  customer_id INTEGER NOT NULL REFERENCES customers (id) DEFERRABLE INITIALLY DEFERRED,
  name        TEXT NOT NULL CONSTRAINT "payees.name" CHECK (length(name) BETWEEN 2 AND 70),
  nickname    TEXT,
  iban        TEXT NOT NULL CONSTRAINT "payees.iban" CHECK (iban REGEXP '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'),
  currency_id INTEGER NOT NULL REFERENCES currencies (id) DEFERRABLE INITIALLY DEFERRED,
  status      TEXT NOT NULL DEFAULT 'active' CONSTRAINT "payees.status" CHECK (status IN ('active', 'archived')),
  trusted     INTEGER NOT NULL DEFAULT 0 CONSTRAINT "payees.trusted" CHECK (trusted IN (0, 1)),
  added_at    TEXT NOT NULL CONSTRAINT "payees.added_at" CHECK (added_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9]'),
  CONSTRAINT "payees: status = 'active' OR trusted = 0" CHECK (status = 'active' OR trusted = 0)
) STRICT;
CREATE UNIQUE INDEX payees_customer_id_iban_unique ON payees (customer_id, iban) WHERE status = 'active';
CREATE TRIGGER payees_status_flow BEFORE UPDATE OF status ON payees
  WHEN OLD.status IS NOT NEW.status AND NOT (
    OLD.status = 'active' AND NEW.status IN ('archived')
  )
  BEGIN SELECT RAISE(ABORT, 'flow payees.status ' || OLD.status || ' ' || NEW.status); END;

-- Payments to payees and moves between a customer's own accounts, booked or scheduled.
CREATE TABLE transfers (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  number          TEXT NOT NULL UNIQUE GENERATED ALWAYS AS (printf('TR-%06d', id)) STORED,
  from_account_id INTEGER NOT NULL REFERENCES accounts (id) DEFERRABLE INITIALLY DEFERRED,
  payee_id        INTEGER REFERENCES payees (id) DEFERRABLE INITIALLY DEFERRED,
  to_account_id   INTEGER REFERENCES accounts (id) DEFERRABLE INITIALLY DEFERRED,
  amount_cents    INTEGER NOT NULL CONSTRAINT "transfers.amount_cents" CHECK (amount_cents >= 1),
  fee_cents       INTEGER NOT NULL DEFAULT 0 CONSTRAINT "transfers.fee_cents" CHECK (fee_cents >= 0),
  reference       TEXT NOT NULL CONSTRAINT "transfers.reference" CHECK (length(reference) BETWEEN 1 AND 140),
  status          TEXT NOT NULL CONSTRAINT "transfers.status" CHECK (status = 'scheduled' OR status = 'booked' OR status = 'cancelled'),
  execute_on      TEXT NOT NULL CONSTRAINT "transfers.execute_on" CHECK (execute_on GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  created_at      TEXT NOT NULL CONSTRAINT "transfers.created_at" CHECK (created_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9]'),
  cancelled_at    TEXT CONSTRAINT "transfers.cancelled_at" CHECK (cancelled_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9]'),
  CONSTRAINT "transfers: (payee_id IS NULL) <> (to_account_id IS NULL)" CHECK ((payee_id IS NULL) <> (to_account_id IS NULL)),
  CONSTRAINT "transfers: to_account_id IS NULL OR to_account_id <> from_account_id" CHECK (to_account_id IS NULL OR to_account_id <> from_account_id),
  CONSTRAINT "transfers: (status = 'cancelled') = (cancelled_at IS NOT NULL)" CHECK ((status = 'cancelled') = (cancelled_at IS NOT NULL))
) STRICT;
CREATE INDEX transfers_from_account_id_status ON transfers (from_account_id, status);
CREATE INDEX transfers_payee_id ON transfers (payee_id);
CREATE TRIGGER transfers_status_flow BEFORE UPDATE OF status ON transfers
  WHEN OLD.status IS NOT NEW.status AND NOT (
    OLD.status = 'scheduled' AND NEW.status IN ('booked', 'cancelled')
  )
  BEGIN SELECT RAISE(ABORT, 'flow transfers.status ' || OLD.status || ' ' || NEW.status); END;

-- Payments repeated at a fixed interval.
CREATE TABLE standing_orders (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id   INTEGER NOT NULL REFERENCES accounts (id) DEFERRABLE INITIALLY DEFERRED,
  payee_id     INTEGER NOT NULL REFERENCES payees (id) DEFERRABLE INITIALLY DEFERRED,
  amount_cents INTEGER NOT NULL CONSTRAINT "standing_orders.amount_cents" CHECK (amount_cents BETWEEN 100 AND 1000000),
  interval     TEXT NOT NULL CONSTRAINT "standing_orders.interval" CHECK (interval = 'weekly' OR interval = 'monthly' OR interval = 'quarterly'),
  next_on      TEXT NOT NULL CONSTRAINT "standing_orders.next_on" CHECK (next_on GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  ends_on      TEXT CONSTRAINT "standing_orders.ends_on" CHECK (ends_on GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  reference    TEXT NOT NULL CONSTRAINT "standing_orders.reference" CHECK (length(reference) BETWEEN 1 AND 140),
  status       TEXT NOT NULL DEFAULT 'active' CONSTRAINT "standing_orders.status" CHECK (status = 'active' OR status = 'paused' OR status = 'ended'),
  CONSTRAINT "standing_orders: ends_on IS NULL OR ends_on >= next_on" CHECK (ends_on IS NULL OR ends_on >= next_on)
) STRICT;
CREATE UNIQUE INDEX standing_orders_account_id_payee_id_reference_unique ON standing_orders (account_id, payee_id, reference) WHERE status <> 'ended';
CREATE TRIGGER standing_orders_status_flow BEFORE UPDATE OF status ON standing_orders
  WHEN OLD.status IS NOT NEW.status AND NOT (
    OLD.status = 'active' AND NEW.status IN ('paused', 'ended')
    OR OLD.status = 'paused' AND NEW.status IN ('active', 'ended')
  )
  BEGIN SELECT RAISE(ABORT, 'flow standing_orders.status ' || OLD.status || ' ' || NEW.status); END;

-- Debit cards and virtual cards.
CREATE TABLE cards (
  id             INTEGER PRIMARY KEY AUTOINCREMENT,
  customer_id    INTEGER NOT NULL REFERENCES customers (id) DEFERRABLE INITIALLY DEFERRED,
  account_id     INTEGER NOT NULL REFERENCES accounts (id) DEFERRABLE INITIALLY DEFERRED,
  kind           TEXT NOT NULL CONSTRAINT "cards.kind" CHECK (kind IN ('debit', 'virtual')),
  last4          TEXT NOT NULL CONSTRAINT "cards.last4" CHECK (last4 REGEXP '^[0-9]{4}$'),
  status         TEXT NOT NULL DEFAULT 'active' CONSTRAINT "cards.status" CHECK (status = 'active' OR status = 'frozen' OR status = 'blocked'),
  contactless    INTEGER NOT NULL DEFAULT 1 CONSTRAINT "cards.contactless" CHECK (contactless IN (0, 1)),
  online         INTEGER NOT NULL DEFAULT 1 CONSTRAINT "cards.online" CHECK (online IN (0, 1)),
  abroad         INTEGER NOT NULL DEFAULT 0 CONSTRAINT "cards.abroad" CHECK (abroad IN (0, 1)),
  limits         TEXT NOT NULL CONSTRAINT "cards.limits" CHECK (json_valid(limits)),
  expires_on     TEXT NOT NULL CONSTRAINT "cards.expires_on" CHECK (expires_on GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  blocked_reason TEXT CONSTRAINT "cards.blocked_reason" CHECK (blocked_reason = 'lost' OR blocked_reason = 'stolen' OR blocked_reason = 'not_needed'),
  CONSTRAINT "cards: (status = 'blocked') = (blocked_reason IS NOT NULL)" CHECK ((status = 'blocked') = (blocked_reason IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX cards_account_id_unique ON cards (account_id) WHERE kind = 'debit' AND status <> 'blocked';
CREATE TRIGGER cards_status_flow BEFORE UPDATE OF status ON cards
  WHEN OLD.status IS NOT NEW.status AND NOT (
    OLD.status = 'active' AND NEW.status IN ('frozen', 'blocked')
    OR OLD.status = 'frozen' AND NEW.status IN ('active', 'blocked')
  )
  BEGIN SELECT RAISE(ABORT, 'flow cards.status ' || OLD.status || ' ' || NEW.status); END;

-- Purchases by card. Pending ones hold money, booked ones are in the ledger.
CREATE TABLE card_payments (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  card_id      INTEGER NOT NULL REFERENCES cards (id) DEFERRABLE INITIALLY DEFERRED,
  merchant     TEXT NOT NULL,
  category     TEXT NOT NULL CONSTRAINT "card_payments.category" CHECK (category = 'groceries' OR category = 'transport' OR category = 'dining' OR category = 'home' OR category = 'clothing' OR category = 'online' OR category = 'health'),
  amount_cents INTEGER NOT NULL CONSTRAINT "card_payments.amount_cents" CHECK (amount_cents >= 1),
  status       TEXT NOT NULL DEFAULT 'booked' CONSTRAINT "card_payments.status" CHECK (status IN ('pending', 'booked')),
  paid_at      TEXT NOT NULL CONSTRAINT "card_payments.paid_at" CHECK (paid_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9]')
) STRICT;
CREATE INDEX card_payments_card_id_paid_at ON card_payments (card_id, paid_at);
CREATE TRIGGER card_payments_status_flow BEFORE UPDATE OF status ON card_payments
  WHEN OLD.status IS NOT NEW.status AND NOT (
    OLD.status = 'pending' AND NEW.status IN ('booked')
  )
  BEGIN SELECT RAISE(ABORT, 'flow card_payments.status ' || OLD.status || ' ' || NEW.status); END;

-- Complaints about card payments.
CREATE TABLE disputes (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  number       TEXT NOT NULL UNIQUE GENERATED ALWAYS AS (printf('DSP-%05d', id)) STORED,
  customer_id  INTEGER NOT NULL REFERENCES customers (id) DEFERRABLE INITIALLY DEFERRED,
  payment_id   INTEGER NOT NULL REFERENCES card_payments (id) DEFERRABLE INITIALLY DEFERRED,
  reason       TEXT NOT NULL CONSTRAINT "disputes.reason" CHECK (reason = 'duplicate' OR reason = 'wrong_amount' OR reason = 'not_received' OR reason = 'unrecognised'),
  note         TEXT NOT NULL CONSTRAINT "disputes.note" CHECK (length(note) BETWEEN 5 AND 1000),
  evidence     TEXT NOT NULL DEFAULT '[]' CONSTRAINT "disputes.evidence" CHECK (json_valid(evidence)) CONSTRAINT "disputes.evidence" CHECK (json_array_length(evidence) <= 10),
  credit_cents INTEGER NOT NULL DEFAULT 0 CONSTRAINT "disputes.credit_cents" CHECK (credit_cents >= 0),
  status       TEXT NOT NULL DEFAULT 'open' CONSTRAINT "disputes.status" CHECK (status = 'open' OR status = 'withdrawn' OR status = 'won' OR status = 'lost'),
  opened_at    TEXT NOT NULL CONSTRAINT "disputes.opened_at" CHECK (opened_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9]'),
  closed_at    TEXT CONSTRAINT "disputes.closed_at" CHECK (closed_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9]'),
  CONSTRAINT "disputes: (status = 'open') = (closed_at IS NULL)" CHECK ((status = 'open') = (closed_at IS NULL))
) STRICT;
CREATE UNIQUE INDEX disputes_payment_id_unique ON disputes (payment_id) WHERE status = 'open';
CREATE TRIGGER disputes_status_flow BEFORE UPDATE OF status ON disputes
  WHEN OLD.status IS NOT NEW.status AND NOT (
    OLD.status = 'open' AND (NEW.status = 'withdrawn' OR NEW.status = 'won' OR NEW.status = 'lost')
  )
  BEGIN SELECT RAISE(ABORT, 'flow disputes.status ' || OLD.status || ' ' || NEW.status); END;

-- Instalment loans. What is still owed is the negative balance of the loan's ledger account.
CREATE TABLE loans (
  id                INTEGER PRIMARY KEY AUTOINCREMENT,
  customer_id       INTEGER NOT NULL REFERENCES customers (id) DEFERRABLE INITIALLY DEFERRED,
  name              TEXT NOT NULL CONSTRAINT "loans.name" CHECK (length(name) BETWEEN 1 AND 40),
  ledger_account_id INTEGER NOT NULL UNIQUE REFERENCES accounts (id) DEFERRABLE INITIALLY DEFERRED,
  pay_account_id    INTEGER NOT NULL REFERENCES accounts (id) DEFERRABLE INITIALLY DEFERRED,
  principal_cents   INTEGER NOT NULL CONSTRAINT "loans.principal_cents" CHECK (principal_cents >= 1),
  rate_bp           INTEGER NOT NULL CONSTRAINT "loans.rate_bp" CHECK (rate_bp BETWEEN 0 AND 3000),
  term_months       INTEGER NOT NULL CONSTRAINT "loans.term_months" CHECK (term_months BETWEEN 6 AND 120),
  instalment_cents  INTEGER NOT NULL CONSTRAINT "loans.instalment_cents" CHECK (instalment_cents >= 1),
  status            TEXT NOT NULL DEFAULT 'active' CONSTRAINT "loans.status" CHECK (status IN ('active', 'repaid')),
  started_on        TEXT NOT NULL CONSTRAINT "loans.started_on" CHECK (started_on GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  repaid_at         TEXT CONSTRAINT "loans.repaid_at" CHECK (repaid_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9]'),
  UNIQUE (customer_id, name)
) STRICT;
CREATE TRIGGER loans_status_flow BEFORE UPDATE OF status ON loans
  WHEN OLD.status IS NOT NEW.status AND NOT (
    OLD.status = 'active' AND NEW.status IN ('repaid')
  )
  BEGIN SELECT RAISE(ABORT, 'flow loans.status ' || OLD.status || ' ' || NEW.status); END;

-- Money set aside on a savings account for a purpose.
CREATE TABLE goals (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  customer_id  INTEGER NOT NULL REFERENCES customers (id) DEFERRABLE INITIALLY DEFERRED,
  account_id   INTEGER NOT NULL REFERENCES accounts (id) DEFERRABLE INITIALLY DEFERRED,
  name         TEXT NOT NULL CONSTRAINT "goals.name" CHECK (length(name) BETWEEN 1 AND 40),
  target_cents INTEGER NOT NULL CONSTRAINT "goals.target_cents" CHECK (target_cents BETWEEN 1000 AND 10000000),
  saved_cents  INTEGER NOT NULL DEFAULT 0 CONSTRAINT "goals.saved_cents" CHECK (saved_cents >= 0),
  due_on       TEXT CONSTRAINT "goals.due_on" CHECK (due_on GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  UNIQUE (customer_id, name),
  CONSTRAINT "goals: saved_cents <= target_cents" CHECK (saved_cents <= target_cents)
) STRICT;

-- Messages that the bank sends when something happens.
CREATE TABLE alerts (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  customer_id     INTEGER NOT NULL REFERENCES customers (id) DEFERRABLE INITIALLY DEFERRED,
  kind            TEXT NOT NULL CONSTRAINT "alerts.kind" CHECK (kind = 'low_balance' OR kind = 'large_transfer' OR kind = 'card_payment' OR kind = 'salary'),
  channel         TEXT NOT NULL CONSTRAINT "alerts.channel" CHECK (channel = 'sms' OR channel = 'push' OR channel = 'email'),
  threshold_cents INTEGER CONSTRAINT "alerts.threshold_cents" CHECK (threshold_cents BETWEEN 0 AND 10000000),
  created_at      TEXT NOT NULL CONSTRAINT "alerts.created_at" CHECK (created_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9]'),
  UNIQUE (customer_id, kind, channel)
) STRICT;

-- Journal entries; each has two or more postings that sum to zero.
CREATE TABLE entries (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id  INTEGER NOT NULL REFERENCES accounts (id) DEFERRABLE INITIALLY DEFERRED,
  kind        TEXT NOT NULL CONSTRAINT "entries.kind" CHECK (kind = 'opening' OR kind = 'deposit' OR kind = 'salary' OR kind = 'transfer' OR kind = 'move' OR kind = 'card' OR kind = 'fee' OR kind = 'loan' OR kind = 'repayment' OR kind = 'instalment' OR kind = 'dispute_credit' OR kind = 'dispute_return'),
  booked_at   TEXT NOT NULL CONSTRAINT "entries.booked_at" CHECK (booked_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9]'),
  wording     TEXT NOT NULL,
  transfer_id INTEGER REFERENCES transfers (id) DEFERRABLE INITIALLY DEFERRED,
  payment_id  INTEGER REFERENCES card_payments (id) DEFERRABLE INITIALLY DEFERRED,
  dispute_id  INTEGER REFERENCES disputes (id) DEFERRABLE INITIALLY DEFERRED,
  loan_id     INTEGER REFERENCES loans (id) DEFERRABLE INITIALLY DEFERRED
) STRICT;
CREATE INDEX entries_booked_at ON entries (booked_at);
CREATE INDEX entries_transfer_id ON entries (transfer_id);

-- The lines of journal entries; positive adds to the account, negative takes from it.
CREATE TABLE postings (
  entry_id     INTEGER NOT NULL REFERENCES entries (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  account_id   INTEGER NOT NULL REFERENCES accounts (id) DEFERRABLE INITIALLY DEFERRED,
  amount_cents INTEGER NOT NULL,
  PRIMARY KEY (entry_id, account_id),
  CONSTRAINT "postings: amount_cents <> 0" CHECK (amount_cents <> 0)
) STRICT;
CREATE INDEX postings_account_id ON postings (account_id);

-- What views see of the session: the clock and the signed-in user. One row.
CREATE TABLE awmc_session (
  id    INTEGER PRIMARY KEY CHECK (id = 1),
  now   TEXT NOT NULL,
  today TEXT NOT NULL,
  actor INTEGER
) STRICT;

CREATE VIEW account_facts AS
SELECT a.id, a.customer_id, a.kind, a.product, p.kind AS product_kind, a.currency_id, c.code AS currency,
  a.iban, a.nickname, a.status, a.overdraft_cents, a.daily_limit_cents, a.locked_until, a.opened_on,
  CAST(m.balance_cents AS integer) AS balance_cents,
  CAST(m.reserved_cents AS integer) AS reserved_cents,
  CAST(m.held_cents AS integer) AS held_cents,
  CAST(m.balance_cents + a.overdraft_cents - m.reserved_cents - m.held_cents AS integer) AS available_cents,
  CAST(m.sent_today_cents AS integer) AS sent_today_cents
FROM accounts a
JOIN currencies c ON c.id = a.currency_id
LEFT JOIN products p ON p.code = a.product
JOIN (SELECT b.id AS id,
    COALESCE((SELECT SUM(x.amount_cents) FROM postings x WHERE x.account_id = b.id), 0) AS balance_cents,
    COALESCE((SELECT SUM(g.saved_cents) FROM goals g WHERE g.account_id = b.id), 0) AS reserved_cents,
    COALESCE((SELECT SUM(y.amount_cents) FROM card_payments y JOIN cards k ON k.id = y.card_id
      WHERE k.account_id = b.id AND y.status = 'pending'), 0) AS held_cents,
    COALESCE((SELECT SUM(t.amount_cents) FROM transfers t WHERE t.from_account_id = b.id
      AND t.payee_id IS NOT NULL AND t.status = 'booked' AND t.execute_on = (SELECT today FROM awmc_session)), 0) AS sent_today_cents
  FROM accounts b) m ON m.id = a.id;

CREATE VIEW payee_facts AS
SELECT p.id, p.customer_id, p.name, p.iban, p.currency_id, c.code AS currency, p.status, p.trusted, p.added_at,
  (p.added_at > datetime((SELECT now FROM awmc_session), '-1 day')) AS is_new,
  CAST(COALESCE((SELECT SUM(t.amount_cents) FROM transfers t WHERE t.payee_id = p.id AND t.status = 'booked'
    AND t.created_at > datetime((SELECT now FROM awmc_session), '-1 day')), 0) AS integer) AS sent_last_day_cents
FROM payees p JOIN currencies c ON c.id = p.currency_id;

CREATE VIEW loan_facts AS
SELECT l.id, l.customer_id, l.name, l.ledger_account_id, l.pay_account_id, l.principal_cents, l.rate_bp, l.term_months,
  l.instalment_cents, l.status, l.started_on,
  CAST(-COALESCE((SELECT SUM(x.amount_cents) FROM postings x WHERE x.account_id = l.ledger_account_id), 0) AS integer) AS outstanding_cents,
  CAST(CASE WHEN l.started_on > date((SELECT today FROM awmc_session), '-1 year') THEN 100 ELSE 0 END AS integer) AS early_fee_bp
FROM loans l;

CREATE VIEW live_on_account AS
SELECT a.id,
  CAST((SELECT COUNT(*) FROM standing_orders s WHERE s.account_id = a.id AND s.status <> 'ended') AS integer) AS orders,
  CAST((SELECT COUNT(*) FROM transfers t WHERE t.from_account_id = a.id AND t.status = 'scheduled') AS integer) AS scheduled,
  CAST((SELECT COUNT(*) FROM cards k WHERE k.account_id = a.id AND k.status <> 'blocked') AS integer) AS cards,
  CAST((SELECT COUNT(*) FROM goals g WHERE g.account_id = a.id) AS integer) AS goals,
  CAST((SELECT COUNT(*) FROM loans l WHERE l.pay_account_id = a.id AND l.status = 'active') AS integer) AS loans,
  CAST((SELECT COUNT(*) FROM disputes d JOIN card_payments y ON y.id = d.payment_id JOIN cards k ON k.id = y.card_id
    WHERE k.account_id = a.id AND d.status = 'open') AS integer) AS disputes
FROM accounts a;
