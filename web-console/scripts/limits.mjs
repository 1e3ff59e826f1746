/** The limits of the OpenAPI document -> src/api/generated/limits.ts: what a form may hold. */
import { readFileSync, writeFileSync } from 'node:fs'

const KEYWORDS = ['minLength', 'maxLength', 'minimum', 'maximum']
const document = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8'))

const limitsOf = (property) =>
  KEYWORDS.filter((keyword) => keyword in property).map(
    (keyword) => `${keyword}: ${property[keyword]}`,
  )

const messages = Object.entries(document.components.schemas).flatMap(([name, schema]) => {
  // What an answer says of its numbers is no limit for a form; unsigned numbers have a minimum only.
  if (!name.endsWith('Input')) return []
  const fields = Object.entries(schema.properties ?? {}).flatMap(([field, property]) => {
    const limits = limitsOf(property)
    const isUnsigned = limits.length === 1 && limits[0] === 'minimum: 0'
    return limits.length > 0 && !isUnsigned ? [`    ${field}: { ${limits.join(', ')} },\n`] : []
  })
  return fields.length > 0 ? [`  ${name.replace(/Input$/, '')}: {\n${fields.join('')}  },\n`] : []
})

writeFileSync(
  new URL('../src/api/generated/limits.ts', import.meta.url),
  `/** What the fields of a body may hold. Written by scripts/limits.mjs; do not edit. */
export const LIMITS = {
${messages.join('')}} as const
`,
)
