/**
 * Every text of one language is in the other: the same keys, the same values to fill in, every
 * plural form that the language has, nothing blank. Ends with an error that names what is wrong.
 */
import { globSync, readFileSync } from 'node:fs'

const FORMS = { en: ['one', 'other'], ru: ['one', 'few', 'many', 'other'] }
const PLURAL = /^(.+)_(zero|one|two|few|many|other)$/
const problems = []

/** `a.b.c` -> text, of a nested file. */
function flatten(tree, prefix = '') {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  )
}

/** Keys without their plural forms, and the values that each text needs. */
function describe(file, language) {
  const texts = flatten(JSON.parse(readFileSync(file, 'utf8')))
  const keys = new Map()
  const forms = new Map()
  for (const [key, text] of texts) {
    if (text.trim() === '') problems.push(`${file}: ${key} is blank`)
    const [, base, form] = PLURAL.exec(key) ?? []
    const name = base ?? key
    if (form) forms.set(name, [...(forms.get(name) ?? []), form])
    const values = text.match(/\{\{\w+\}\}/g) ?? []
    keys.set(name, new Set([...(keys.get(name) ?? []), ...values]))
    if (language === 'en' && /[А-Яа-яЁё]/.test(text)) {
      problems.push(`${file}: ${key} is not English`)
    }
  }
  for (const [name, found] of forms) {
    const missing = FORMS[language].filter((form) => !found.includes(form))
    if (missing.length > 0) problems.push(`${file}: ${name} lacks ${missing.join(', ')}`)
  }
  return keys
}

for (const english of globSync('src/**/locales/*en.json')) {
  const russian = english.replace(/en\.json$/, 'ru.json')
  const [en, ru] = [describe(english, 'en'), describe(russian, 'ru')]
  for (const key of en.keys()) if (!ru.has(key)) problems.push(`${russian}: ${key} is missing`)
  for (const key of ru.keys()) if (!en.has(key)) problems.push(`${english}: ${key} is missing`)
  for (const [key, values] of en) {
    const others = ru.get(key)
    if (others && values.symmetricDifference(others).size > 0) {
      problems.push(`${russian}: ${key} has other values to fill in`)
    }
  }
}

if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`)
  process.exit(1)
}
process.stdout.write('Both languages are complete.\n')
