"""The bookshop in the reference layout: FastAPI, SQLAlchemy and fastapi-mcp, one
process and one SQLite file for each instance.

    python app.py DATABASE

It prints the port that it will listen on. DATABASE is the file of an instance of corner_books, as awmc's server gives it
out: schema, views and rows are the same. So is the SQL of the five tools, which
use SQLAlchemy's core, not its ORM: it is the quicker of the two.

What was done to make it fast: uvloop and httptools, no access log, one
connection for the process, statements compiled once, no fsync and the journal
in memory, results written by orjson and never validated again. /reset puts the
starting state back without a new process.
"""

import logging
import shutil
import socket
import sys
from typing import Annotated

import uvicorn
from fastapi import Body, FastAPI, HTTPException
from fastapi.responses import ORJSONResponse
from fastapi_mcp import FastApiMCP
from sqlalchemy import create_engine, event, text
from sqlalchemy.pool import StaticPool

ACTOR = 1
PATH = sys.argv[1]

engine = create_engine(f"sqlite:///{PATH}", poolclass=StaticPool, connect_args={"check_same_thread": False})


@event.listens_for(engine, "connect")
def configure(connection, _):
    for pragma in ("foreign_keys = ON", "synchronous = OFF", "journal_mode = MEMORY", "temp_store = MEMORY"):
        connection.execute(f"PRAGMA {pragma}")


BOOK = text("""
    SELECT f.id, f.isbn, f.title, f.author_id, f.author, f.publisher, f.genre, f.format, f.pages, f.weight_g, f.price_cents,
           f.stock, f.published_on, f.in_print, f.orderable, f.tags, f.reviews, f.stars
    FROM book_facts f WHERE f.id = :book_id""")
ACCOUNT = text("""
    SELECT c.id, c.name, c.email, c.phone, c.joined_on, c.tier, c.points, c.credit_cents, c.newsletter
    FROM customers c WHERE c.id = :actor""")
BASKET = text("""
    SELECT book_id, title, author, genre, format, qty, price_cents, line_cents, stock, orderable
    FROM basket_lines WHERE customer_id = :actor ORDER BY book_id""")
BASKET_CENTS = text("SELECT COALESCE(SUM(line_cents), 0) FROM basket_lines WHERE customer_id = :actor")
BASKET_WEIGHT = text("SELECT COALESCE(SUM(line_weight_g), 0) FROM basket_lines WHERE customer_id = :actor")
LINE = text("SELECT qty FROM basket_items WHERE customer_id = :actor AND book_id = :book_id")
SELLABLE = text("""
    SELECT title, in_print, published_on, stock, published_on <= (SELECT today FROM awmc_session) AS out FROM books WHERE id = :book_id""")
ADD = text("""
    INSERT INTO basket_items (customer_id, book_id, qty, added_at) VALUES (:actor, :book_id, :qty, (SELECT now FROM awmc_session))
    ON CONFLICT (customer_id, book_id) DO UPDATE SET qty = excluded.qty""")
ADDED = text("SELECT book_id, title, qty, line_cents FROM basket_lines WHERE customer_id = :actor AND book_id = :book_id")
REMOVE = text("DELETE FROM basket_items WHERE customer_id = :actor AND book_id = :book_id")
SET = text("UPDATE basket_items SET qty = :qty WHERE customer_id = :actor AND book_id = :book_id")
LINES = text("SELECT book_id, title, qty, line_cents FROM basket_lines WHERE customer_id = :actor ORDER BY book_id")

app = FastAPI(default_response_class=ORJSONResponse)
BookID = Annotated[int, Body(description="A book's id.")]


def rows(result):
    return [dict(row) for row in result.mappings()]


@app.get("/get_book", operation_id="get_book")
async def get_book(book_id: int):
    """One book with everything that the shop knows about it."""
    with engine.connect() as db:
        row = db.execute(BOOK, {"book_id": book_id}).mappings().first()
    if row is None:
        raise HTTPException(404, f"There is no book {book_id}.")
    return ORJSONResponse(dict(row))


@app.get("/my_account", operation_id="my_account")
async def my_account():
    """The signed-in customer: tier, points, store credit and contact data."""
    with engine.connect() as db:
        return ORJSONResponse(dict(db.execute(ACCOUNT, {"actor": ACTOR}).mappings().one()))


@app.get("/view_basket", operation_id="view_basket")
async def view_basket():
    """What is in the customer's basket and what the books cost and weigh together."""
    me = {"actor": ACTOR}
    with engine.connect() as db:
        return ORJSONResponse({
            "items": rows(db.execute(BASKET, me)),
            "goods_cents": db.execute(BASKET_CENTS, me).scalar_one(),
            "weight_g": db.execute(BASKET_WEIGHT, me).scalar_one(),
        })


def check_sellable(db, book_id, qty):
    book = db.execute(SELLABLE, {"book_id": book_id}).first()
    if book is None:
        raise HTTPException(404, f"There is no book {book_id}.")
    if not book.in_print:
        raise HTTPException(409, f"'{book.title}' is out of print and can't be ordered.")
    if not book.out:
        raise HTTPException(409, f"'{book.title}' can't be ordered before it is out, on {book.published_on}.")
    if book.stock < qty:
        raise HTTPException(409, f"Only {book.stock} copies of '{book.title}' are in stock; {qty} are wanted.")


@app.post("/add_to_basket", operation_id="add_to_basket")
async def add_to_basket(book_id: BookID, qty: Annotated[int, Body(ge=1, le=10)] = 1):
    """Put copies of a book into the basket, on top of those that are there."""
    at = {"actor": ACTOR, "book_id": book_id}
    with engine.begin() as db:
        wanted = qty + (db.execute(LINE, at).scalar_one_or_none() or 0)
        if wanted > 10:
            raise HTTPException(409, f"That would make {wanted} copies in the basket; 10 is the most.")
        check_sellable(db, book_id, wanted)
        db.execute(ADD, at | {"qty": wanted})
        return ORJSONResponse({
            "line": dict(db.execute(ADDED, at).mappings().one()),
            "goods_cents": db.execute(BASKET_CENTS, at).scalar_one(),
        })


@app.post("/set_basket_qty", operation_id="set_basket_qty")
async def set_basket_qty(book_id: BookID, qty: Annotated[int, Body(ge=0, le=10)]):
    """Set how many copies of a book in the basket are wanted; 0 takes it out."""
    at = {"actor": ACTOR, "book_id": book_id}
    with engine.begin() as db:
        before = db.execute(LINE, at).scalar_one_or_none()
        if before is None:
            raise HTTPException(404, f"Book {book_id} is not in the basket.")
        if qty == 0:
            db.execute(REMOVE, at)
        else:
            check_sellable(db, book_id, qty)
            db.execute(SET, at | {"qty": qty})
        return ORJSONResponse({"qty_before": before, "items": rows(db.execute(LINES, {"actor": ACTOR}))})


@app.post("/reset", include_in_schema=False)
async def reset():
    engine.dispose()
    shutil.copyfile(PATH + ".start", PATH)
    return {}


TOOLS = ["get_book", "my_account", "view_basket", "add_to_basket", "set_basket_qty"]
FastApiMCP(app, name="corner_books", include_operations=TOOLS).mount_http()

if __name__ == "__main__":
    logging.disable(logging.INFO)
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))  # a port found beforehand could be another's by now
    print(listener.getsockname()[1], flush=True)
    config = uvicorn.Config(app, loop="uvloop", http="httptools", access_log=False, log_level="warning", lifespan="off", timeout_keep_alive=3600)
    uvicorn.Server(config).run(sockets=[listener])
