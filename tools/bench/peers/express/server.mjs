// The identifiers of the bench through Express and pg: a worker for each core, a pool for each worker, prepared statements by name,
// as their manuals advise for production.
import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';

import { verify } from '@node-rs/argon2';
import express from 'express';
import jwt from 'jsonwebtoken';
import pg from 'pg';

const { PEER_PORT, PEER_ACCESS_URL, PEER_IDENTITY_URL, PEER_PROJECT, PEER_SECRET } = process.env;
const CONNECTIONS = 32;
const ITEM = `SELECT i.id, i.link_id, i.name, i.description, i.type, i.value, i.is_active, i.owner_type, i.owner_id, p.name AS owner_name, i.domain_id,
    g.name AS domain_name, i.period_restrict_active, i.period_restrict_from, i.period_restrict_to, i.passes_restrict_active, i.passes_restrict_max_count,
    i.passes_restrict_passes_count, i.revoked_at, i.created_by, i.created_by_name, i.created_at, i.updated_at,
    ARRAY(SELECT r.rule_id FROM rule_identifiers r WHERE r.identifier_id = i.id ORDER BY r.rule_id) AS rule_ids,
    ARRAY(SELECT a.name FROM rule_identifiers r JOIN access_rules a ON a.id = r.rule_id WHERE r.identifier_id = i.id ORDER BY r.rule_id) AS rule_names`;
const JOINS = 'LEFT JOIN people p ON p.id = i.owner_id LEFT JOIN group_nodes g ON g.id = i.domain_id';
const PAGE = (reach) => `WITH k AS MATERIALIZED (SELECT i.id FROM identifiers i WHERE i.project_id = $1 ${reach} ORDER BY i.created_at DESC, i.id DESC LIMIT $2 OFFSET $3)
    ${ITEM} FROM k JOIN identifiers i ON i.id = k.id ${JOINS} ORDER BY i.created_at DESC, i.id DESC`;
const REACH = `AND i.owner_id IN (SELECT m.user_id FROM person_groups m WHERE m.group_id IN
    (SELECT c.descendant_id FROM group_closure c WHERE c.ancestor_id = ANY($4)))`;
const SIGN_IN = `SELECT a.password_hash, u.id, r.is_administrator, ARRAY(SELECT d.domain_id FROM user_domains d WHERE d.user_id = u.id) AS groups
    FROM accounts a JOIN users u ON u.account_id = a.id JOIN roles r ON r.id = u.role_id WHERE (lower(a.email) = lower($1) OR lower(a.login) = lower($1)) AND u.project_id = $2`;

if (cluster.isPrimary) {
  for (let worker = 0; worker < availableParallelism(); worker++) cluster.fork();
  process.on('SIGTERM', () => process.exit(0));
} else {
  serve();
}

function serve() {
  const max = Math.ceil(CONNECTIONS / availableParallelism());
  const access = new pg.Pool({ connectionString: PEER_ACCESS_URL, max });
  const identity = new pg.Pool({ connectionString: PEER_IDENTITY_URL, max: 4 });
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.use(express.json());

  app.post('/api/v0/login', async (request, response) => {
    const found = await identity.query({ name: 'sign-in', text: SIGN_IN, values: [request.body.login, PEER_PROJECT] });
    const account = found.rows[0];
    if (!account || !(await verify(account.password_hash, request.body.password))) return response.status(401).json({ message: 'wrong' });
    const claims = { user: account.id, all: account.is_administrator, groups: account.groups };
    return response.json({ token: jwt.sign(claims, PEER_SECRET, { expiresIn: '1h' }) });
  });

  app.use((request, response, next) => {
    try {
      request.caller = jwt.verify(request.headers.authorization?.slice('Bearer '.length), PEER_SECRET);
      next();
    } catch {
      response.status(401).json({ message: 'no token' });
    }
  });

  app.get('/api/v0/identifiers', async (request, response) => {
    const size = Number(request.query.size);
    const values = [PEER_PROJECT, size, (Number(request.query.page) - 1) * size];
    const { all, groups } = request.caller;
    const query = all ? { name: 'page', text: PAGE(''), values } : { name: 'reach', text: PAGE(REACH), values: [...values, groups] };
    response.json({ items: (await access.query(query)).rows });
  });

  app.get('/api/v0/identifiers/:id', async (request, response) => {
    const text = `${ITEM} FROM identifiers i ${JOINS} WHERE i.id = $1 AND i.project_id = $2`;
    const found = await access.query({ name: 'item', text, values: [request.params.id, PEER_PROJECT] });
    return found.rows.length ? response.json(found.rows[0]) : response.status(404).json({ message: 'not found' });
  });

  app.patch('/api/v0/identifiers/:id', async (request, response) => {
    const client = await access.connect();
    try {
      await client.query('BEGIN');
      const lock = 'SELECT name FROM identifiers WHERE id = $1 AND project_id = $2 FOR UPDATE';
      const before = (await client.query({ name: 'lock', text: lock, values: [request.params.id, PEER_PROJECT] })).rows[0];
      const update = 'UPDATE identifiers SET name = $2, updated_at = now(), version = version + 1 WHERE id = $1 RETURNING id, name, version';
      const after = (await client.query({ name: 'update', text: update, values: [request.params.id, request.body.name] })).rows[0];
      const insert = `INSERT INTO bench_outbox (id, project_id, topic, aggregate, payload)
        VALUES (gen_random_uuid(), $1, 'changed', $2, convert_to($3, 'UTF8')), (gen_random_uuid(), $1, 'audit', $2, convert_to($4, 'UTF8'))`;
      const values = [PEER_PROJECT, `identifier:${after.id}`, JSON.stringify(after), JSON.stringify({ before, after })];
      await client.query({ name: 'insert', text: insert, values });
      await client.query('COMMIT');
      response.json(after);
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    } finally {
      client.release();
    }
  });

  app.listen(Number(PEER_PORT), '127.0.0.1');
}
