/**
 * What a browser loads before it shows the sign-in page: JavaScript, gzipped, against the budget.
 * Run after a build. Fails when it is over.
 */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const BUDGET_KB = 350
const ENTRY = 'index.html'
/** Fetched on the way to the sign-in page, beside the entry. */
const DYNAMIC = [
  'src/features/auth/index.ts',
  'src/features/auth/locales/ru.json',
  'src/kit/locales/common.ru.json',
  'src/kit/locales/errors.ru.json',
  'src/app/locales/shell.ru.json',
]

const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8'))

/** A chunk and all that it imports statically. */
function collect(key, found) {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`${key} is not in the manifest`)
  if (found.has(chunk.file)) return
  found.add(chunk.file)
  for (const next of chunk.imports ?? []) collect(next, found)
}

const files = new Set()
for (const key of [ENTRY, ...DYNAMIC]) collect(key, files)

const sizes = [...files]
  .filter((file) => file.endsWith('.js'))
  .map((file) => [file, gzipSync(readFileSync(`dist/${file}`)).length / 1024])
  .toSorted((a, b) => b[1] - a[1])
const total = sizes.reduce((sum, [, size]) => sum + size, 0)

for (const [file, size] of sizes)
  process.stdout.write(`${size.toFixed(1).padStart(8)} KB  ${file}\n`)
process.stdout.write(`${total.toFixed(1).padStart(8)} KB  of ${BUDGET_KB} KB to the sign-in page\n`)
if (total > BUDGET_KB) {
  process.stderr.write(`over the budget by ${(total - BUDGET_KB).toFixed(1)} KB\n`)
  process.exit(1)
}
