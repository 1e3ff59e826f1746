/**
 * Every message that the services may answer with is in the catalogue, in every language. Ends with an error
 * that names what is missing, and where it is said.
 */
import { readFileSync } from 'node:fs'
import { findMessage } from '../src/kit/errors/catalogue.ts'
import { NOT_TOLD, said } from './service-messages.mjs'

const problems = []
for (const language of ['en', 'ru']) {
  const { http } = JSON.parse(readFileSync(`src/kit/locales/errors.${language}.json`, 'utf8'))
  for (const [text, files] of said) {
    const sample = text.replaceAll(/\{[^}]*\}/g, '7')
    if (!NOT_TOLD.has(text) && !findMessage(http, sample))
      problems.push(`${language}: "${text}", of ${[...files].join(', ')}`)
  }
}
if (said.size < 100)
  problems.push(`only ${said.size} messages were found: how errors are made has changed`)

if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`)
  process.exit(1)
}
process.stdout.write(`All ${said.size} messages of the services have their words.\n`)
