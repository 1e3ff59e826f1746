/**
 * Every message of the catalogue that these services may answer with is named by a test that calls the service:
 * one of its `tests`, or of those that span services. Ends with an error that names what no test reaches.
 */
import { globSync, readFileSync } from 'node:fs'
import { NOT_TOLD, said, sources, textsOf } from './service-messages.mjs'

const SERVICES = ['identity', 'domains']
const { http } = JSON.parse(readFileSync('src/kit/locales/errors.en.json', 'utf8'))
const isInCatalogue = (text) => Object.hasOwn(http, text.trim().toLowerCase().replace(/\.$/, ''))
const escape = (text) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
/** As a test names it: the whole sentence, with whatever stands in the place of a value. */
const patternOf = (text) =>
  new RegExp(
    `"${text
      .split(/\{[^}]*\}/)
      .map(escape)
      .join('[^"]+?')}"`,
  )

/** The sentences of a service, and the files that say each. */
function messagesOf(service) {
  const folder = `../services/${service}/src/`
  const found = new Map()
  const add = (text, file) => {
    if (file.startsWith(folder)) found.set(text, [...(found.get(text) ?? []), file])
  }
  for (const [text, files] of said) for (const file of files) add(text, file)
  for (const [file, source] of sources) {
    for (const text of textsOf(source)) {
      if (isInCatalogue(text) && !said.get(text)?.has(file)) add(text, file)
    }
  }
  return found
}

const problems = []
const reached = new Set()
for (const service of SERVICES) {
  const tests = globSync([`../services/${service}/tests/**/*.rs`, '../tests/**/*.rs'])
  const written = tests.map((file) => readFileSync(file, 'utf8')).join('\n')
  for (const [text, files] of messagesOf(service)) {
    const isNamed = patternOf(text).test(written)
    if (isNamed) reached.add(text)
    else if (!NOT_TOLD.has(text))
      problems.push(`no test of ${service} reaches "${text}", of ${files.join(', ')}`)
  }
}
if (reached.size < 60)
  problems.push(`only ${reached.size} messages were found: how errors are made has changed`)

if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`)
  process.exit(1)
}
process.stdout.write(
  `A test reaches each of the ${reached.size} messages of ${SERVICES.join(' and ')}.\n`,
)
