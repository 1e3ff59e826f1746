// The simulator's page: lists the devices, shows the chosen one, and plays with it through /control.
'use strict';

const REFRESH_MS = 1000;
// More rows than this would only slow the page down; the search finds the rest.
const LISTED_DEVICES = 200;
const LISTED_IDENTIFIERS = 100;

const $ = (id) => document.getElementById(id);
let devices = [];
let chosen = decodeURIComponent(location.hash.slice(1));

async function ask(path, body) {
  const options = body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`/control/devices${path}`, options);
  const text = await response.text();
  if (!response.ok) {
    let message = text;
    try { message = JSON.parse(text).message; } catch { /* a plain text says enough */ }
    throw new Error(message || response.statusText);
  }
  return JSON.parse(text);
}

function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

function row(cells) {
  const made = element('tr');
  made.append(...cells.map((cell) => (cell instanceof Node ? cell : element('td', cell))));
  return made;
}

function fill(body, rows, emptiness) {
  if (rows.length === 0) {
    const cell = element('td', emptiness, 'empty');
    cell.colSpan = 6;
    rows = [row([cell])];
  }
  body.replaceChildren(...rows);
}

const words = (code) => code.replaceAll('_', ' ');

function showList() {
  const wanted = $('search').value.trim().toLowerCase();
  const fits = (device) => `${device.name} ${device.serial} ${device.model}`.toLowerCase().includes(wanted);
  const found = devices.filter(fits);
  $('devices').replaceChildren(...found.slice(0, LISTED_DEVICES).map((device) => {
    const button = element('button');
    button.setAttribute('aria-current', String(device.serial === chosen));
    const dot = element('span', undefined, device.online ? 'dot online' : 'dot');
    dot.setAttribute('aria-hidden', 'true');
    const held = `${device.model}, ${device.online ? 'online' : 'offline'}, ${device.identifiers} stored, version ${device.version}`;
    button.append(dot, element('span', device.name || device.serial), element('small', held));
    button.addEventListener('click', () => choose(device.serial));
    const item = element('li');
    item.append(button);
    return item;
  }));
  const online = devices.filter((device) => device.online).length;
  const hidden = found.length > LISTED_DEVICES ? `, the first ${LISTED_DEVICES} of ${found.length} listed` : '';
  $('summary').textContent = `${devices.length} devices, ${online} online${hidden}`;
}

function choose(serial) {
  chosen = serial;
  location.hash = encodeURIComponent(serial);
  $('verdict').textContent = '';
  $('problem').textContent = '';
  refresh();
}

function eventRow(event, pending) {
  const { number, type, owner, lock } = event.info;
  const details = [owner, number, type, lock === undefined ? undefined : `lock ${lock}`].filter(Boolean).join(', ');
  const result = event.code.includes('granted') ? 'granted' : event.code.includes('denied') ? 'denied' : '';
  const time = new Date(event.created_at).toLocaleString();
  return row([String(event.id), time, element('td', words(event.code), result), details, pending.has(event.id) ? 'waiting' : 'yes']);
}

function validity(valid) {
  const day = (seconds) => (seconds ? new Date(seconds * 1000).toLocaleString() : '…');
  const time = valid.time.is_permanent ? 'always' : `${day(valid.time.from)} to ${day(valid.time.to)}`;
  return valid.passes.is_permanent ? time : `${time}, ${valid.passes.max_passes} passes`;
}

function identifierRow(item, profiles) {
  const names = (item.time_profiles?.link_ids ?? []).map((id) => profiles.get(id) ?? 'missing');
  return row([item.identifier_owner.name, item.identifier_type, item.identifier_number, item.lock, validity(item.valid), names.join(', ') || 'any time']);
}

// A name and a value for each setting: { relay_mode: 'COM-NC' } -> "relay mode COM-NC".
function settingText(value) {
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (Array.isArray(value)) return value.map(settingText).filter(Boolean).join('; ') || 'none';
  if (value !== null && typeof value === 'object') {
    const parts = Object.entries(value).filter(([, part]) => part !== '' && part !== null);
    return parts.map(([name, part]) => `${words(name)} ${settingText(part)}`).join(', ');
  }
  return String(value);
}

function settingRows(settings) {
  const isSet = (value) => value !== null && value !== false && (typeof value !== 'object' || Object.keys(value).length > 0);
  return Object.entries(settings).filter(([, value]) => isSet(value)).map(([name, value]) => row([words(name), settingText(value)]));
}

function showLocks(count) {
  const select = document.querySelector('#present select[name=lock]');
  if (select.options.length === count) return;
  const options = Array.from({ length: count }, (_, index) => new Option(String(index + 1)));
  select.replaceChildren(...options);
}

function showDevice(state) {
  const { device, identifiers, events, clock } = state;
  const profiles = new Map(state.time_profiles.items.map((profile) => [profile.link_id, profile.name]));
  const pending = new Set(events.pending);
  $('nothing').hidden = true;
  $('device').hidden = false;
  $('name').textContent = device.name || device.serial;
  $('state').textContent = device.online ? 'online' : state.wanted_online ? 'connecting' : 'offline';
  $('state').className = device.online ? 'badge online' : 'badge';
  $('facts').textContent = `${device.model}, ${device.type}, serial ${device.serial}, ${state.ledger.promised.length} events stored, ${events.pending.length} waiting`;
  $('now').textContent = `shows ${new Date(clock.now).toLocaleString()} (device zone ${clock.zone})`;
  showLocks(Math.max(device.locks, 1));
  showTelephone(state.telephone, device.type);
  for (const button of document.querySelectorAll('[data-when]')) {
    button.hidden = (button.dataset.when === 'online') !== state.wanted_online;
  }
  fill($('events'), events.recent.map((event) => eventRow(event, pending)), 'Nothing has happened yet.');
  fill($('settings'), settingRows(state.settings), 'As it left the factory.');
  $('held').textContent = `${identifiers.count}, version ${identifiers.version}, ${state.time_profiles.count} schedules`;
  const listed = identifiers.items.slice(0, LISTED_IDENTIFIERS);
  fill($('identifiers'), listed.map((item) => identifierRow(item, profiles)), 'None. The server has sent nothing yet.');
}

function callText({ call, hears, last, reason }) {
  if (call) {
    const whom = call.direction === 'outgoing' ? `Calls ${call.number}` : `Is called by ${call.number}`;
    const sos = call.sos ? ', SOS' : '';
    const tone = hears?.frequency ? `, about ${hears.frequency} Hz` : ', silence';
    const sound = hears ? `: hears ${hears.packets_last_second} packets a second${tone}` : '';
    return `${whom}${sos}, ${call.state}${sound}`;
  }
  if (reason) return reason;
  if (!last) return 'No call yet.';
  const side = last.direction === 'outgoing' ? 'to' : 'from';
  return `Last call ${side} ${last.number}: ${last.answered ? 'answered' : 'not answered'}${last.reason ? ` (${last.reason})` : ''}`;
}

function showTelephone(telephone, type) {
  const { registration, call } = telephone;
  $('telephone').hidden = type !== 'panel' && type !== 'monitor';
  $('registration').textContent = registration === 'off' ? 'no account' : words(registration);
  $('registration').className = registration === 'registered' ? 'badge online' : 'badge';
  const text = callText(telephone);
  if ($('call').textContent !== text) $('call').textContent = text;
  const rings = call?.direction === 'incoming' && call.state === 'ringing';
  const shown = { none: !call, ringing: rings, any: Boolean(call) };
  for (const button of document.querySelectorAll('[data-when-call]')) button.hidden = !shown[button.dataset.whenCall];
}

async function refresh() {
  try {
    devices = await ask('');
    showList();
    if (!chosen && devices.length === 1) chosen = devices[0].serial;
    if (chosen) showDevice(await ask(`/${encodeURIComponent(chosen)}`));
  } catch (error) {
    $('summary').textContent = `The simulator does not answer: ${error.message}`;
  }
}

async function act(button, path, body) {
  button.disabled = true;
  $('problem').textContent = '';
  try {
    return await ask(`/${encodeURIComponent(chosen)}/${path}`, body);
  } catch (error) {
    $('problem').textContent = error.message;
    return undefined;
  } finally {
    button.disabled = false;
    refresh();
  }
}

$('present').addEventListener('submit', async (submitted) => {
  submitted.preventDefault();
  const fields = new FormData(submitted.target);
  const body = { type: fields.get('type'), number: fields.get('number').trim(), lock: Number(fields.get('lock')) };
  const visit = await act(submitted.submitter ?? submitted.target.querySelector('button'), 'present', body);
  const verdict = $('verdict');
  verdict.className = visit?.granted ? 'granted' : 'denied';
  verdict.textContent = !visit ? '' : visit.granted ? `Granted by the ${visit.decided_by}` : `Denied by the ${visit.decided_by}: ${words(visit.denial)}`;
});

$('telephone').addEventListener('submit', (submitted) => {
  submitted.preventDefault();
  const number = new FormData(submitted.target).get('number').trim();
  act(submitted.submitter, 'call', { number, sos: submitted.submitter.name === 'sos' });
});
$('telephone').addEventListener('click', (clicked) => {
  const { order } = clicked.target.dataset;
  if (order) act(clicked.target, order, {});
});

$('actions').addEventListener('click', (clicked) => {
  const button = clicked.target.closest('button');
  if (!button) return;
  if (button.dataset.ask && !confirm(button.dataset.ask)) return;
  act(button, button.dataset.action, JSON.parse(button.dataset.body ?? '{}'));
});

$('clock').addEventListener('submit', (submitted) => {
  submitted.preventDefault();
  const at = new FormData(submitted.target).get('at');
  if (at) act(submitted.target.querySelector('button'), 'clock', { at: new Date(at).toISOString() });
});
$('clock-reset').addEventListener('click', (clicked) => act(clicked.target, 'clock', { offset_seconds: 0 }));
$('search').addEventListener('input', showList);

refresh();
setInterval(refresh, REFRESH_MS);
