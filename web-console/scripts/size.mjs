/**
 * What a browser loads before it shows the sign-in page, and from there to the first list:
 * JavaScript, gzipped, against the budgets; and everything of the page of a guest's key. Run after
 * a build. Fails when one is over. What a cold browser really asks for: e2e/mocked/load.spec.ts.
 */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

/** Entry, what is fetched on the way, and the texts in the larger of the two languages. */
const SIGN_IN = [
  'index.html',
  'src/app/locales/shared.ru.ts',
  'sign-in',
  'src/features/auth/locales/ru.json',
]
const FIRST_LIST = [
  'index.html',
  'src/app/locales/shared.ru.ts',
  'shell',
  'realtime',
  'people',
  'src/features/users/locales/ru.json',
  'src/features/notifications/locales/ru.json',
  'src/kit/locales/permissions.ru.json',
]

const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8'))
const guestPage = JSON.parse(readFileSync('dist/.vite/guest-manifest.json', 'utf8'))
const announcePage = JSON.parse(readFileSync('dist/.vite/announce-manifest.json', 'utf8'))
const apiReference = JSON.parse(readFileSync('dist/.vite/reference-manifest.json', 'utf8'))

/** By its module, or by the name of its layer (scripts/layers.ts). */
const find = (key) => manifest[key] ?? Object.values(manifest).find(({ name }) => name === key)

/** A chunk and all that it imports statically. */
function collect(key, found) {
  const chunk = find(key)
  if (!chunk) throw new Error(`${key} is not in the manifest`)
  if (found.has(chunk.file)) return
  found.add(chunk.file)
  for (const next of chunk.imports ?? []) collect(next, found)
}

function measure(title, keys, budget) {
  const files = new Set()
  for (const key of keys) collect(key, files)
  return report(
    title,
    [...files].filter((file) => file.endsWith('.js')),
    budget,
  )
}

/** Pages of people without an account are for any phone and any network: styles and the page itself count. */
function measureOpenPage(title, manifestOfPage, page, budget) {
  const { file, css = [], imports = [] } = manifestOfPage[page]
  if (imports.length > 0) throw new Error(`${page} is more than one file`)
  return report(title, [page, file, ...css], budget)
}

function report(title, files, budget) {
  const sizes = files
    .map((file) => [file, gzipSync(readFileSync(`dist/${file}`)).length / 1024])
    .toSorted((a, b) => b[1] - a[1])
  const total = sizes.reduce((sum, [, size]) => sum + size, 0)

  for (const [file, size] of sizes)
    process.stdout.write(`${size.toFixed(1).padStart(8)} KB  ${file}\n`)
  process.stdout.write(`${total.toFixed(1).padStart(8)} KB  of ${budget} KB to ${title}\n\n`)
  if (total <= budget) return true
  process.stderr.write(`${title}: over the budget by ${(total - budget).toFixed(1)} KB\n`)
  return false
}

const results = [
  measure('the sign-in page', SIGN_IN, 190),
  measure('the first list', FIRST_LIST, 460),
  measureOpenPage("the page of a guest's key", guestPage, 'guest-page.html', 40),
  measureOpenPage('the page of an announce', announcePage, 'announce-page.html', 20),
  measureOpenPage('the reference of the API', apiReference, 'api-reference.html', 20),
]
if (results.includes(false)) process.exit(1)
