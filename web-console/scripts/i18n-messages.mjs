/**
 * Every message that the services may answer with is in the catalogue, in every language. Ends with an error
 * that names what is missing, and where it is said.
 */
import { readFileSync } from 'node:fs'
import { findMessage } from '../src/kit/errors/catalogue.ts'
import { NOT_TOLD, said } from './service-messages.mjs'

/** What is said in one place, to one page: its words stand with the page, and no other loads them. */
const ONE_PAGES = {
  'remote-control': [
    '../services/device-gateway/src/domain/remote_session.rs',
    '../services/device-gateway/src/operation/remote_session/begin.rs',
  ],
}

const problems = []
for (const language of ['en', 'ru']) {
  const { http } = JSON.parse(readFileSync(`src/kit/locales/errors.${language}.json`, 'utf8'))
  const wordsOf = (feature) =>
    JSON.parse(readFileSync(`src/features/${feature}/locales/${language}.json`, 'utf8')).options
      .refusals
  const isInPage = (sample, files) =>
    Object.entries(ONE_PAGES).some(
      ([feature, sayers]) =>
        [...files].every((file) => sayers.includes(file)) && findMessage(wordsOf(feature), sample),
    )
  for (const [text, files] of said) {
    const sample = text.replaceAll(/\{[^}]*\}/g, '7')
    if (!NOT_TOLD.has(text) && !findMessage(http, sample) && !isInPage(sample, files))
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
