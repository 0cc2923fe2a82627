-- The people at the desk.
CREATE TABLE staff (
  id                INTEGER PRIMARY KEY AUTOINCREMENT,
  name              TEXT NOT NULL UNIQUE,
  role              TEXT NOT NULL CONSTRAINT "staff.role" CHECK (role IN ('receptionist', 'office_manager')),
  waive_limit_cents INTEGER NOT NULL CONSTRAINT "staff.waive_limit_cents" CHECK (waive_limit_cents >= 0)
) STRICT;

CREATE TABLE patients (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  number        TEXT NOT NULL UNIQUE GENERATED ALWAYS AS (printf('P-%05d', id)) STORED,
  name          TEXT NOT NULL CONSTRAINT "patients.name" CHECK (length(name) BETWEEN 3 AND 80),
  born_on       TEXT NOT NULL CONSTRAINT "patients.born_on" CHECK (born_on GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  phone         TEXT CONSTRAINT "patients.phone" CHECK (phone REGEXP '^[+][0-9][0-9 -]{6,20}$'),
  email         TEXT CONSTRAINT "patients.email" CHECK (length(email) BETWEEN 6 AND 80) CONSTRAINT "patients.email" CHECK (email REGEXP '^[^@ ]+@[^@ ]+$'),
  contact_by    TEXT NOT NULL DEFAULT 'post' CONSTRAINT "patients.contact_by" CHECK (contact_by = 'post' OR contact_by = 'email' OR contact_by = 'sms'),
  guardian      TEXT CONSTRAINT "patients.guardian" CHECK (length(guardian) BETWEEN 3 AND 80),
  needs         TEXT NOT NULL DEFAULT '[]' CONSTRAINT "patients.needs" CHECK (json_valid(needs)),
  exempt        INTEGER NOT NULL DEFAULT 0 CONSTRAINT "patients.exempt" CHECK (exempt IN (0, 1)),
  registered_on TEXT NOT NULL CONSTRAINT "patients.registered_on" CHECK (registered_on GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  CONSTRAINT "patients: contact_by <> 'email' OR email IS NOT NULL" CHECK (contact_by <> 'email' OR email IS NOT NULL),
  CONSTRAINT "patients: contact_by <> 'sms' OR phone IS NOT NULL" CHECK (contact_by <> 'sms' OR phone IS NOT NULL)
) STRICT;
CREATE INDEX patients_name ON patients (name);

CREATE TABLE rooms (
  code      TEXT NOT NULL PRIMARY KEY CONSTRAINT "rooms.code" CHECK (code REGEXP '^[A-Z][0-9]{2}$'),
  name      TEXT NOT NULL UNIQUE,
  floor     INTEGER NOT NULL CONSTRAINT "rooms.floor" CHECK (floor BETWEEN 0 AND 3),
  area_m2   REAL NOT NULL CONSTRAINT "rooms.area_m2" CHECK (area_m2 >= 5.0),
  step_free INTEGER NOT NULL CONSTRAINT "rooms.step_free" CHECK (step_free IN (0, 1)),
  shared    INTEGER NOT NULL CONSTRAINT "rooms.shared" CHECK (shared IN (0, 1)),
  equipment TEXT NOT NULL DEFAULT '[]' CONSTRAINT "rooms.equipment" CHECK (json_valid(equipment))
) STRICT;

CREATE TABLE clinicians (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  name      TEXT NOT NULL UNIQUE,
  role      TEXT NOT NULL CONSTRAINT "clinicians.role" CHECK (role = 'gp' OR role = 'nurse' OR role = 'physiotherapist' OR role = 'dermatologist' OR role = 'paediatrician' OR role = 'dietitian' OR role = 'cardiologist'),
  works_on  TEXT NOT NULL CONSTRAINT "clinicians.works_on" CHECK (json_valid(works_on)),
  from_time TEXT NOT NULL CONSTRAINT "clinicians.from_time" CHECK (from_time GLOB '[0-2][0-9]:[0-5][0-9]:[0-5][0-9]'),
  to_time   TEXT NOT NULL CONSTRAINT "clinicians.to_time" CHECK (to_time GLOB '[0-2][0-9]:[0-5][0-9]:[0-5][0-9]'),
  home_room TEXT NOT NULL REFERENCES rooms (code) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT "clinicians: from_time < to_time" CHECK (from_time < to_time)
) STRICT;

CREATE TABLE services (
  code           TEXT NOT NULL PRIMARY KEY CONSTRAINT "services.code" CHECK (code REGEXP '^[a-z_]{3,20}$'),
  name           TEXT NOT NULL UNIQUE,
  role           TEXT NOT NULL CONSTRAINT "services.role" CHECK (role = 'gp' OR role = 'nurse' OR role = 'physiotherapist' OR role = 'dermatologist' OR role = 'paediatrician' OR role = 'dietitian' OR role = 'cardiologist'),
  minutes        INTEGER NOT NULL CONSTRAINT "services.minutes" CHECK (minutes BETWEEN 20 AND 120),
  price_cents    INTEGER NOT NULL CONSTRAINT "services.price_cents" CHECK (price_cents >= 0),
  copay_cents    INTEGER NOT NULL CONSTRAINT "services.copay_cents" CHECK (copay_cents >= 0),
  late_fee_rate  REAL NOT NULL CONSTRAINT "services.late_fee_rate" CHECK (late_fee_rate BETWEEN 0.0 AND 1.0),
  notice_hours   INTEGER NOT NULL CONSTRAINT "services.notice_hours" CHECK (notice_hours >= 0),
  needs_referral INTEGER NOT NULL CONSTRAINT "services.needs_referral" CHECK (needs_referral IN (0, 1)),
  min_age        INTEGER CONSTRAINT "services.min_age" CHECK (min_age BETWEEN 0 AND 120),
  max_age        INTEGER CONSTRAINT "services.max_age" CHECK (max_age BETWEEN 0 AND 120),
  equipment      TEXT,
  CONSTRAINT "services: minutes % 20 = 0" CHECK (minutes % 20 = 0)
) STRICT;

-- Sessions, in which a clinician sees patients in one room.
CREATE TABLE shifts (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  clinician_id INTEGER NOT NULL REFERENCES clinicians (id) DEFERRABLE INITIALLY DEFERRED,
  room         TEXT NOT NULL REFERENCES rooms (code) DEFERRABLE INITIALLY DEFERRED,
  on_day       TEXT NOT NULL CONSTRAINT "shifts.on_day" CHECK (on_day GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  from_time    TEXT NOT NULL CONSTRAINT "shifts.from_time" CHECK (from_time GLOB '[0-2][0-9]:[0-5][0-9]:[0-5][0-9]'),
  to_time      TEXT NOT NULL CONSTRAINT "shifts.to_time" CHECK (to_time GLOB '[0-2][0-9]:[0-5][0-9]:[0-5][0-9]'),
  status       TEXT NOT NULL DEFAULT 'open' CONSTRAINT "shifts.status" CHECK (status IN ('open', 'closed')),
  CONSTRAINT "shifts: from_time < to_time" CHECK (from_time < to_time)
) STRICT;
CREATE UNIQUE INDEX shifts_clinician_id_on_day_from_time_unique ON shifts (clinician_id, on_day, from_time) WHERE status = 'open';
CREATE INDEX shifts_on_day_clinician_id ON shifts (on_day, clinician_id);
CREATE TRIGGER shifts_status_flow BEFORE UPDATE OF status ON shifts
  WHEN OLD.status IS NOT NEW.status AND NOT (
    OLD.status = 'open' AND NEW.status IN ('closed')
  )
  BEGIN SELECT RAISE(ABORT, 'flow shifts.status ' || OLD.status || ' ' || NEW.status); END;

CREATE TABLE referrals (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  number      TEXT NOT NULL UNIQUE GENERATED ALWAYS AS (printf('R-%05d', id)) STORED,
  patient_id  INTEGER NOT NULL REFERENCES patients (id) DEFERRABLE INITIALLY DEFERRED,
  service     TEXT NOT NULL REFERENCES services (code) DEFERRABLE INITIALLY DEFERRED,
  referred_by TEXT NOT NULL CONSTRAINT "referrals.referred_by" CHECK (length(referred_by) BETWEEN 3 AND 80),
  issued_on   TEXT NOT NULL CONSTRAINT "referrals.issued_on" CHECK (issued_on GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  valid_until TEXT NOT NULL CONSTRAINT "referrals.valid_until" CHECK (valid_until GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  visits      INTEGER NOT NULL CONSTRAINT "referrals.visits" CHECK (visits BETWEEN 1 AND 12),
  CONSTRAINT "referrals: issued_on <= valid_until" CHECK (issued_on <= valid_until)
) STRICT;
CREATE INDEX referrals_patient_id ON referrals (patient_id);

CREATE TABLE appointments (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  number        TEXT NOT NULL UNIQUE GENERATED ALWAYS AS (printf('A-%05d', id)) STORED,
  patient_id    INTEGER NOT NULL REFERENCES patients (id) DEFERRABLE INITIALLY DEFERRED,
  clinician_id  INTEGER NOT NULL REFERENCES clinicians (id) DEFERRABLE INITIALLY DEFERRED,
  service       TEXT NOT NULL REFERENCES services (code) DEFERRABLE INITIALLY DEFERRED,
  room          TEXT NOT NULL REFERENCES rooms (code) DEFERRABLE INITIALLY DEFERRED,
  starts_at     TEXT NOT NULL CONSTRAINT "appointments.starts_at" CHECK (starts_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9]'),
  ends_at       TEXT NOT NULL CONSTRAINT "appointments.ends_at" CHECK (ends_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9]'),
  status        TEXT NOT NULL DEFAULT 'booked' CONSTRAINT "appointments.status" CHECK (status = 'booked' OR status = 'arrived' OR status = 'completed' OR status = 'cancelled' OR status = 'no_show'),
  referral_id   INTEGER REFERENCES referrals (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
  moves         INTEGER NOT NULL DEFAULT 0 CONSTRAINT "appointments.moves" CHECK (moves BETWEEN 0 AND 2),
  booked_by     INTEGER NOT NULL REFERENCES staff (id) DEFERRABLE INITIALLY DEFERRED,
  booked_at     TEXT NOT NULL CONSTRAINT "appointments.booked_at" CHECK (booked_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9]'),
  arrived_at    TEXT CONSTRAINT "appointments.arrived_at" CHECK (arrived_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9]'),
  cancelled_at  TEXT CONSTRAINT "appointments.cancelled_at" CHECK (cancelled_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9]'),
  cancel_reason TEXT CONSTRAINT "appointments.cancel_reason" CHECK (cancel_reason = 'patient_request' OR cancel_reason = 'clinician_away' OR cancel_reason = 'clinic_error'),
  CONSTRAINT "appointments: starts_at < ends_at" CHECK (starts_at < ends_at),
  CONSTRAINT "appointments: (status = 'cancelled') = (cancelled_at IS NOT NULL)" CHECK ((status = 'cancelled') = (cancelled_at IS NOT NULL)),
  CONSTRAINT "appointments: (cancelled_at IS NULL) = (cancel_reason IS NULL)" CHECK ((cancelled_at IS NULL) = (cancel_reason IS NULL))
) STRICT;
CREATE UNIQUE INDEX appointments_clinician_id_starts_at_unique ON appointments (clinician_id, starts_at) WHERE status IN ('booked', 'arrived', 'completed');
CREATE INDEX appointments_patient_id_starts_at ON appointments (patient_id, starts_at);
CREATE INDEX appointments_clinician_id_starts_at ON appointments (clinician_id, starts_at);
CREATE INDEX appointments_room_starts_at ON appointments (room, starts_at);
CREATE INDEX appointments_referral_id ON appointments (referral_id);
CREATE INDEX appointments_starts_at ON appointments (starts_at);
CREATE INDEX appointments_service_status ON appointments (service, status);
CREATE TRIGGER appointments_status_flow BEFORE UPDATE OF status ON appointments
  WHEN OLD.status IS NOT NEW.status AND NOT (
    OLD.status = 'booked' AND (NEW.status = 'arrived' OR NEW.status = 'cancelled' OR NEW.status = 'no_show')
    OR OLD.status = 'arrived' AND NEW.status IN ('completed')
  )
  BEGIN SELECT RAISE(ABORT, 'flow appointments.status ' || OLD.status || ' ' || NEW.status); END;

-- Times that a cancellation or a move has freed, kept for the waiting list.
CREATE TABLE openings (
  id             INTEGER PRIMARY KEY AUTOINCREMENT,
  clinician_id   INTEGER NOT NULL REFERENCES clinicians (id) DEFERRABLE INITIALLY DEFERRED,
  room           TEXT NOT NULL REFERENCES rooms (code) DEFERRABLE INITIALLY DEFERRED,
  starts_at      TEXT NOT NULL CONSTRAINT "openings.starts_at" CHECK (starts_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9]'),
  ends_at        TEXT NOT NULL CONSTRAINT "openings.ends_at" CHECK (ends_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9]'),
  status         TEXT NOT NULL DEFAULT 'open' CONSTRAINT "openings.status" CHECK (status = 'open' OR status = 'filled' OR status = 'released'),
  appointment_id INTEGER REFERENCES appointments (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT "openings: (status = 'filled') = (appointment_id IS NOT NULL)" CHECK ((status = 'filled') = (appointment_id IS NOT NULL))
) STRICT;
CREATE INDEX openings_clinician_id_starts_at ON openings (clinician_id, starts_at);
CREATE TRIGGER openings_status_flow BEFORE UPDATE OF status ON openings
  WHEN OLD.status IS NOT NEW.status AND NOT (
    OLD.status = 'open' AND NEW.status IN ('filled', 'released')
  )
  BEGIN SELECT RAISE(ABORT, 'flow openings.status ' || OLD.status || ' ' || NEW.status); END;

CREATE TABLE waiting_list (
  id             INTEGER PRIMARY KEY AUTOINCREMENT,
  patient_id     INTEGER NOT NULL REFERENCES patients (id) DEFERRABLE INITIALLY DEFERRED,
  service        TEXT NOT NULL REFERENCES services (code) DEFERRABLE INITIALLY DEFERRED,
  clinician_id   INTEGER REFERENCES clinicians (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
  urgency        TEXT NOT NULL DEFAULT 'routine' CONSTRAINT "waiting_list.urgency" CHECK (urgency = 'routine' OR urgency = 'soon' OR urgency = 'urgent'),
  from_day       TEXT NOT NULL CONSTRAINT "waiting_list.from_day" CHECK (from_day GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  until_day      TEXT NOT NULL CONSTRAINT "waiting_list.until_day" CHECK (until_day GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  from_time      TEXT CONSTRAINT "waiting_list.from_time" CHECK (from_time GLOB '[0-2][0-9]:[0-5][0-9]:[0-5][0-9]'),
  to_time        TEXT CONSTRAINT "waiting_list.to_time" CHECK (to_time GLOB '[0-2][0-9]:[0-5][0-9]:[0-5][0-9]'),
  note           TEXT CONSTRAINT "waiting_list.note" CHECK (length(note) <= 200),
  added_at       TEXT NOT NULL CONSTRAINT "waiting_list.added_at" CHECK (added_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9]'),
  status         TEXT NOT NULL DEFAULT 'waiting' CONSTRAINT "waiting_list.status" CHECK (status = 'waiting' OR status = 'booked' OR status = 'removed'),
  appointment_id INTEGER REFERENCES appointments (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT "waiting_list: from_day <= until_day" CHECK (from_day <= until_day),
  CONSTRAINT "waiting_list: from_time IS NULL OR to_time IS NULL OR from_time < to_time" CHECK (from_time IS NULL OR to_time IS NULL OR from_time < to_time)
) STRICT;
CREATE UNIQUE INDEX waiting_list_patient_id_service_unique ON waiting_list (patient_id, service) WHERE status = 'waiting';
CREATE TRIGGER waiting_list_status_flow BEFORE UPDATE OF status ON waiting_list
  WHEN OLD.status IS NOT NEW.status AND NOT (
    OLD.status = 'waiting' AND NEW.status IN ('booked', 'removed')
  )
  BEGIN SELECT RAISE(ABORT, 'flow waiting_list.status ' || OLD.status || ' ' || NEW.status); END;

-- Patients who should come again for a service.
CREATE TABLE recalls (
  id             INTEGER PRIMARY KEY AUTOINCREMENT,
  patient_id     INTEGER NOT NULL REFERENCES patients (id) DEFERRABLE INITIALLY DEFERRED,
  service        TEXT NOT NULL REFERENCES services (code) DEFERRABLE INITIALLY DEFERRED,
  due_on         TEXT NOT NULL CONSTRAINT "recalls.due_on" CHECK (due_on GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  status         TEXT NOT NULL DEFAULT 'due' CONSTRAINT "recalls.status" CHECK (status = 'due' OR status = 'invited' OR status = 'booked' OR status = 'closed'),
  invited_at     TEXT CONSTRAINT "recalls.invited_at" CHECK (invited_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9]'),
  appointment_id INTEGER REFERENCES appointments (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED
) STRICT;
CREATE UNIQUE INDEX recalls_patient_id_service_unique ON recalls (patient_id, service) WHERE status <> 'closed';
CREATE TRIGGER recalls_status_flow BEFORE UPDATE OF status ON recalls
  WHEN OLD.status IS NOT NEW.status AND NOT (
    OLD.status = 'due' AND (NEW.status = 'invited' OR NEW.status = 'booked' OR NEW.status = 'closed')
    OR OLD.status = 'invited' AND NEW.status IN ('booked', 'closed')
    OR OLD.status = 'booked' AND NEW.status IN ('due', 'closed')
  )
  BEGIN SELECT RAISE(ABORT, 'flow recalls.status ' || OLD.status || ' ' || NEW.status); END;

CREATE TABLE invoices (
  id             INTEGER PRIMARY KEY AUTOINCREMENT,
  number         TEXT NOT NULL UNIQUE GENERATED ALWAYS AS (printf('I-%05d', id)) STORED,
  patient_id     INTEGER NOT NULL REFERENCES patients (id) DEFERRABLE INITIALLY DEFERRED,
  appointment_id INTEGER REFERENCES appointments (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
  kind           TEXT NOT NULL CONSTRAINT "invoices.kind" CHECK (kind = 'copay' OR kind = 'late_fee' OR kind = 'no_show_fee' OR kind = 'certificate'),
  amount_cents   INTEGER NOT NULL CONSTRAINT "invoices.amount_cents" CHECK (amount_cents >= 1),
  paid_cents     INTEGER NOT NULL DEFAULT 0 CONSTRAINT "invoices.paid_cents" CHECK (paid_cents >= 0),
  status         TEXT NOT NULL DEFAULT 'open' CONSTRAINT "invoices.status" CHECK (status = 'open' OR status = 'paid' OR status = 'waived'),
  issued_on      TEXT NOT NULL CONSTRAINT "invoices.issued_on" CHECK (issued_on GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  due_on         TEXT NOT NULL CONSTRAINT "invoices.due_on" CHECK (due_on GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  reminders      INTEGER NOT NULL DEFAULT 0 CONSTRAINT "invoices.reminders" CHECK (reminders BETWEEN 0 AND 2),
  reminded_on    TEXT CONSTRAINT "invoices.reminded_on" CHECK (reminded_on GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  waived_by      INTEGER REFERENCES staff (id) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT "invoices: paid_cents <= amount_cents" CHECK (paid_cents <= amount_cents),
  CONSTRAINT "invoices: (status = 'paid') = (paid_cents = amount_cents)" CHECK ((status = 'paid') = (paid_cents = amount_cents)),
  CONSTRAINT "invoices: (status = 'waived') = (waived_by IS NOT NULL)" CHECK ((status = 'waived') = (waived_by IS NOT NULL)),
  CONSTRAINT "invoices: (reminders = 0) = (reminded_on IS NULL)" CHECK ((reminders = 0) = (reminded_on IS NULL))
) STRICT;
CREATE INDEX invoices_patient_id ON invoices (patient_id);
CREATE TRIGGER invoices_status_flow BEFORE UPDATE OF status ON invoices
  WHEN OLD.status IS NOT NEW.status AND NOT (
    OLD.status = 'open' AND NEW.status IN ('paid', 'waived')
  )
  BEGIN SELECT RAISE(ABORT, 'flow invoices.status ' || OLD.status || ' ' || NEW.status); END;

CREATE TABLE payments (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  invoice_id   INTEGER NOT NULL REFERENCES invoices (id) DEFERRABLE INITIALLY DEFERRED,
  amount_cents INTEGER NOT NULL CONSTRAINT "payments.amount_cents" CHECK (amount_cents >= 1),
  method       TEXT NOT NULL CONSTRAINT "payments.method" CHECK (method = 'cash' OR method = 'card' OR method = 'transfer'),
  paid_at      TEXT NOT NULL CONSTRAINT "payments.paid_at" CHECK (paid_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9]'),
  taken_by     INTEGER NOT NULL REFERENCES staff (id) DEFERRABLE INITIALLY DEFERRED
) STRICT;
CREATE INDEX payments_invoice_id ON payments (invoice_id);

-- What was sent to patients, by whichever way they chose.
CREATE TABLE letters (
  id             INTEGER PRIMARY KEY AUTOINCREMENT,
  patient_id     INTEGER NOT NULL REFERENCES patients (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  appointment_id INTEGER REFERENCES appointments (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
  kind           TEXT NOT NULL CONSTRAINT "letters.kind" CHECK (kind = 'confirmation' OR kind = 'cancellation' OR kind = 'recall' OR kind = 'reminder' OR kind = 'personal'),
  channel        TEXT NOT NULL CONSTRAINT "letters.channel" CHECK (channel = 'post' OR channel = 'email' OR channel = 'sms'),
  subject        TEXT NOT NULL CONSTRAINT "letters.subject" CHECK (length(subject) BETWEEN 3 AND 80),
  body           TEXT NOT NULL CONSTRAINT "letters.body" CHECK (length(body) BETWEEN 10 AND 1200),
  sent_at        TEXT NOT NULL CONSTRAINT "letters.sent_at" CHECK (sent_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9]'),
  sent_by        INTEGER NOT NULL REFERENCES staff (id) DEFERRABLE INITIALLY DEFERRED
) STRICT;
CREATE INDEX letters_patient_id ON letters (patient_id);

-- What views see of the session: the clock and the signed-in user. One row.
CREATE TABLE awmc_session (
  id    INTEGER PRIMARY KEY CHECK (id = 1),
  now   TEXT NOT NULL,
  today TEXT NOT NULL,
  actor INTEGER
) STRICT;

CREATE VIEW patient_facts AS
SELECT p.id, p.number, p.name, p.born_on, p.phone, p.email, p.contact_by, p.guardian, p.needs, p.exempt, p.registered_on,
       CAST((CAST(replace((SELECT today FROM awmc_session), '-', '') AS integer) - CAST(replace(p.born_on, '-', '') AS integer)) / 10000 AS integer) AS age,
       CAST((SELECT COUNT(*) FROM appointments a WHERE a.patient_id = p.id AND a.status = 'no_show'
             AND a.starts_at >= datetime((SELECT now FROM awmc_session), '-12 months')) AS integer) AS no_shows,
       CAST(COALESCE((SELECT SUM(i.amount_cents - i.paid_cents) FROM invoices i
             WHERE i.patient_id = p.id AND i.status = 'open'), 0) AS integer) AS owed_cents
FROM patients p;

CREATE VIEW appointment_facts AS
SELECT a.id, a.number, a.patient_id, p.number AS patient_number, p.name AS patient, a.clinician_id, c.name AS clinician,
       a.service, s.name AS service_name, a.room, a.starts_at, a.ends_at, a.status, a.referral_id, a.moves, a.arrived_at,
       a.cancelled_at, a.cancel_reason,
       CAST(CASE strftime('%w', a.starts_at) WHEN '1' THEN 'Monday' WHEN '2' THEN 'Tuesday' WHEN '3' THEN 'Wednesday'
            WHEN '4' THEN 'Thursday' WHEN '5' THEN 'Friday' WHEN '6' THEN 'Saturday' ELSE 'Sunday' END
            || ', ' || CAST(CAST(strftime('%d', a.starts_at) AS integer) AS text) || ' '
            || CASE strftime('%m', a.starts_at) WHEN '01' THEN 'January' WHEN '02' THEN 'February' WHEN '03' THEN 'March'
               WHEN '04' THEN 'April' WHEN '05' THEN 'May' WHEN '06' THEN 'June' WHEN '07' THEN 'July' WHEN '08' THEN 'August'
               WHEN '09' THEN 'September' WHEN '10' THEN 'October' WHEN '11' THEN 'November' ELSE 'December' END
            || ' at ' || substr(a.starts_at, 12, 5) AS text) AS said
FROM appointments a
JOIN patients p ON p.id = a.patient_id
JOIN clinicians c ON c.id = a.clinician_id
JOIN services s ON s.code = a.service;

CREATE VIEW referral_facts AS
SELECT r.id, r.number, r.patient_id, r.service, r.referred_by, r.issued_on, r.valid_until, r.visits,
       CAST((SELECT COUNT(*) FROM appointments a WHERE a.referral_id = r.id
             AND a.status IN ('booked', 'arrived', 'completed')) AS integer) AS used,
       CAST(r.visits - (SELECT COUNT(*) FROM appointments a WHERE a.referral_id = r.id
             AND a.status IN ('booked', 'arrived', 'completed')) AS integer) AS left_visits
FROM referrals r;

CREATE VIEW invoice_facts AS
SELECT i.id, i.number, i.patient_id, p.number AS patient_number, p.name AS patient, i.appointment_id, i.kind, i.amount_cents,
       i.paid_cents, CAST(CASE WHEN i.status = 'open' THEN i.amount_cents - i.paid_cents ELSE 0 END AS integer) AS rest_cents,
       i.status, i.issued_on, i.due_on, i.reminders, i.reminded_on,
       CAST(CASE WHEN i.status = 'open' AND i.due_on < (SELECT today FROM awmc_session) THEN workdays_between(i.due_on, (SELECT today FROM awmc_session)) ELSE 0 END AS integer)
         AS overdue_workdays
FROM invoices i JOIN patients p ON p.id = i.patient_id;

CREATE VIEW slots AS
SELECT s.id AS shift_id, s.clinician_id, s.room, s.on_day,
        plus_minutes(s.on_day || ' ' || s.from_time, g.value)  AS starts_at,
       (s.on_day || ' ' || s.to_time) AS shift_ends_at,
       CAST(g.value AS integer) AS minute
FROM shifts s, json_each('[0,20,40,60,80,100,120,140,160,180,200,220,240,260,280,300,320,340,360,380,400,420,440,460]') g
WHERE s.status = 'open' AND g.value < CAST(substr(s.to_time, 1, 2) AS integer) * 60 + CAST(substr(s.to_time, 4, 2) AS integer)
      - CAST(substr(s.from_time, 1, 2) AS integer) * 60 - CAST(substr(s.from_time, 4, 2) AS integer);

CREATE VIEW taken AS
SELECT 'appointment' AS kind, a.id, a.clinician_id, a.room, a.starts_at, a.ends_at
FROM appointments a WHERE a.status IN ('booked', 'arrived', 'completed')
UNION ALL
SELECT 'opening', o.id, o.clinician_id, o.room, o.starts_at, o.ends_at FROM openings o WHERE o.status = 'open';

CREATE VIEW waiting_fits AS
SELECT t.kind, t.id AS time_id, w.id AS entry_id, w.patient_id, w.service, w.urgency, w.added_at,
       CAST(ROW_NUMBER() OVER (PARTITION BY t.kind, t.id ORDER BY
         CASE w.urgency WHEN 'urgent' THEN 0 WHEN 'soon' THEN 1 ELSE 2 END, w.added_at, w.id) AS integer) AS place
FROM (
  SELECT 'opening' AS kind, o.id, o.clinician_id, o.room, o.starts_at, o.ends_at, 0 AS patient_id
  FROM openings o WHERE o.status = 'open'
  UNION ALL
  SELECT 'appointment', a.id, a.clinician_id, a.room, a.starts_at, a.ends_at, a.patient_id
  FROM appointments a WHERE a.status = 'booked'
) t
CROSS JOIN clinicians c ON c.id = t.clinician_id
CROSS JOIN rooms r ON r.code = t.room
CROSS JOIN services s ON s.role = c.role
CROSS JOIN waiting_list w ON w.service = s.code AND w.status = 'waiting'
CROSS JOIN patient_facts p ON p.id = w.patient_id
WHERE w.patient_id <> t.patient_id
  AND (w.clinician_id IS NULL OR w.clinician_id = t.clinician_id)
  AND substr(t.starts_at, 1, 10) BETWEEN w.from_day AND w.until_day
  AND (w.from_time IS NULL OR substr(t.starts_at, 12) >= w.from_time)
  AND (w.to_time IS NULL OR time(plus_minutes(t.starts_at, s.minutes)) <= w.to_time)
  AND s.minutes <= minutes_between(t.starts_at, t.ends_at)
  AND minutes_between((SELECT now FROM awmc_session), t.starts_at) >= s.notice_hours * 60
  AND t.starts_at > (SELECT now FROM awmc_session)
  AND (s.equipment IS NULL OR EXISTS (SELECT 1 FROM json_each(r.equipment) e WHERE e.value = s.equipment))
  AND (r.step_free = 1 OR NOT EXISTS (SELECT 1 FROM json_each(p.needs) n WHERE n.value = 'step_free'))
  AND p.no_shows < 3
  AND (CAST(replace(substr(t.starts_at, 1, 10), '-', '') AS integer) - CAST(replace(p.born_on, '-', '') AS integer)) / 10000
      BETWEEN COALESCE(s.min_age, 0) AND COALESCE(s.max_age, 150)
  AND (s.needs_referral = 0 OR EXISTS (SELECT 1 FROM referral_facts f WHERE f.patient_id = p.id AND f.service = s.code
       AND f.left_visits > 0 AND substr(t.starts_at, 1, 10) BETWEEN f.issued_on AND f.valid_until))
  AND NOT EXISTS (SELECT 1 FROM appointments x WHERE x.patient_id = p.id AND x.status IN ('booked', 'arrived')
       AND x.starts_at < t.ends_at AND t.starts_at < x.ends_at);
