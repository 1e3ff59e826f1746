"""The identifiers of the bench through FastAPI and asyncpg: uvloop, httptools and orjson, a pool for each worker, prepared statements."""

import asyncio
import os
from contextlib import asynccontextmanager

import asyncpg
import jwt
import orjson
from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError
from fastapi import Depends, FastAPI, HTTPException, Request, Response

PROJECT = int(os.environ["PEER_PROJECT"])
SECRET = os.environ["PEER_SECRET"]
CONNECTIONS = 32
ITEM = """SELECT i.id, i.link_id, i.name, i.description, i.type, i.value, i.is_active, i.owner_type, i.owner_id, p.name AS owner_name, i.domain_id,
    g.name AS domain_name, i.period_restrict_active, i.period_restrict_from, i.period_restrict_to, i.passes_restrict_active, i.passes_restrict_max_count,
    i.passes_restrict_passes_count, i.revoked_at, i.created_by, i.created_by_name, i.created_at, i.updated_at,
    ARRAY(SELECT r.rule_id FROM rule_identifiers r WHERE r.identifier_id = i.id ORDER BY r.rule_id) AS rule_ids,
    ARRAY(SELECT a.name FROM rule_identifiers r JOIN access_rules a ON a.id = r.rule_id WHERE r.identifier_id = i.id ORDER BY r.rule_id) AS rule_names"""
JOINS = "LEFT JOIN people p ON p.id = i.owner_id LEFT JOIN group_nodes g ON g.id = i.domain_id"
REACH = """AND i.owner_id IN (SELECT m.user_id FROM person_groups m WHERE m.group_id IN
    (SELECT c.descendant_id FROM group_closure c WHERE c.ancestor_id = ANY($4)))"""
SIGN_IN = """SELECT a.password_hash, u.id, r.is_administrator, ARRAY(SELECT d.domain_id FROM user_domains d WHERE d.user_id = u.id) AS groups
    FROM accounts a JOIN users u ON u.account_id = a.id JOIN roles r ON r.id = u.role_id WHERE (lower(a.email) = lower($1) OR lower(a.login) = lower($1)) AND u.project_id = $2"""
hasher = PasswordHasher()


def page(reach: str) -> str:
    return f"""WITH k AS MATERIALIZED (SELECT i.id FROM identifiers i WHERE i.project_id = $1 {reach}
        ORDER BY i.created_at DESC, i.id DESC LIMIT $2 OFFSET $3)
        {ITEM} FROM k JOIN identifiers i ON i.id = k.id {JOINS} ORDER BY i.created_at DESC, i.id DESC"""


@asynccontextmanager
async def lifespan(app: FastAPI):
    size = CONNECTIONS // int(os.environ["PEER_WORKERS"])
    app.state.access = await asyncpg.create_pool(os.environ["PEER_ACCESS_URL"], min_size=size, max_size=size)
    app.state.identity = await asyncpg.create_pool(os.environ["PEER_IDENTITY_URL"], min_size=4, max_size=4)
    yield


app = FastAPI(lifespan=lifespan)


def answer(content) -> Response:
    return Response(orjson.dumps(content, default=str), media_type="application/json")


def caller(request: Request) -> dict:
    try:
        return jwt.decode(request.headers.get("authorization", "")[len("Bearer ") :], SECRET, algorithms=["HS256"])
    except jwt.InvalidTokenError:
        raise HTTPException(401, "no token") from None


@app.post("/api/v0/login")
async def login(request: Request):
    body = orjson.loads(await request.body())
    account = await app.state.identity.fetchrow(SIGN_IN, body["login"], PROJECT)
    try:
        if account is None:
            raise VerifyMismatchError
        await asyncio.to_thread(hasher.verify, account["password_hash"], body["password"])
    except VerifyMismatchError:
        raise HTTPException(401, "wrong") from None
    claims = {"user": account["id"], "all": account["is_administrator"], "groups": account["groups"]}
    return answer({"token": jwt.encode(claims, SECRET, algorithm="HS256")})


@app.get("/api/v0/identifiers")
async def identifiers(request: Request, size: int, by: dict = Depends(caller)):
    values = [PROJECT, size, (int(request.query_params["page"]) - 1) * size]
    rows = await (app.state.access.fetch(page(""), *values) if by["all"] else app.state.access.fetch(page(REACH), *values, by["groups"]))
    return answer({"items": [dict(row) for row in rows]})


@app.get("/api/v0/identifiers/{id}")
async def identifier(id: int, by: dict = Depends(caller)):
    row = await app.state.access.fetchrow(f"{ITEM} FROM identifiers i {JOINS} WHERE i.id = $1 AND i.project_id = $2", id, PROJECT)
    if row is None:
        raise HTTPException(404, "not found")
    return answer(dict(row))


@app.patch("/api/v0/identifiers/{id}")
async def change(id: int, request: Request, by: dict = Depends(caller)):
    name = orjson.loads(await request.body())["name"]
    async with app.state.access.acquire() as connection, connection.transaction():
        before = await connection.fetchrow("SELECT name FROM identifiers WHERE id = $1 AND project_id = $2 FOR UPDATE", id, PROJECT)
        after = await connection.fetchrow(
            "UPDATE identifiers SET name = $2, updated_at = now(), version = version + 1 WHERE id = $1 RETURNING id, name, version", id, name
        )
        await connection.execute(
            """INSERT INTO bench_outbox (id, project_id, topic, aggregate, payload)
               VALUES (gen_random_uuid(), $1, 'changed', $2, $3), (gen_random_uuid(), $1, 'audit', $2, $4)""",
            PROJECT,
            f"identifier:{id}",
            orjson.dumps(dict(after)),
            orjson.dumps({"before": dict(before), "after": dict(after)}),
        )
    return answer(dict(after))
