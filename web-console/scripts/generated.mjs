/**
 * Fails when src/api/generated is not what `npm run generate` makes of openapi.json and the permission catalogue. It
 * generates in a copy, so that the files stay as they are, and needs no network.
 */
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const CONSOLE = new URL('..', import.meta.url).pathname
const GENERATED = 'src/api/generated'
/** What the generators read, besides the packages. */
const SOURCES = [
  '.oxfmtrc.json',
  'openapi.json',
  'openapi-codegen.config.cjs',
  'package.json',
  'scripts',
  'src/api/baseApi.ts',
  'tsconfig.json',
  'tsconfig.app.json',
]

const folder = mkdtempSync(join(tmpdir(), 'generated-'))
try {
  const differing = compare(generateIn(folder))
  if (differing.length > 0) {
    process.stderr.write(`not current, npm run generate:\n  ${differing.join('\n  ')}\n`)
    process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function generateIn(root) {
  const copy = join(root, 'web-console')
  mkdirSync(join(copy, GENERATED), { recursive: true })
  for (const source of SOURCES)
    cpSync(join(CONSOLE, source), join(copy, source), { recursive: true })
  cpSync(
    join(CONSOLE, '../crates/policy/permissions.tsv'),
    join(root, 'crates/policy/permissions.tsv'),
  )
  symlinkSync(join(CONSOLE, 'node_modules'), join(copy, 'node_modules'))
  const run = (program, ...args) =>
    execFileSync(program, args, { cwd: copy, stdio: ['ignore', 'ignore', 'inherit'] })
  for (const script of ['permissions', 'tags', 'limits']) run('node', `scripts/${script}.mjs`)
  run('node_modules/.bin/rtk-query-codegen-openapi', 'openapi-codegen.config.cjs')
  run('node_modules/.bin/oxfmt', GENERATED)
  return join(copy, GENERATED)
}

/** Files that are only on one side, or are not the same. */
function compare(fresh) {
  const kept = join(CONSOLE, GENERATED)
  const names = new Set([...readdirSync(kept), ...readdirSync(fresh)])
  const read = (root, name) => {
    try {
      return readFileSync(join(root, name), 'utf8')
    } catch {
      return undefined
    }
  }
  return [...names].filter((name) => read(kept, name) !== read(fresh, name)).toSorted()
}
