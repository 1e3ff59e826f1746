/**
 * What the services may answer with: their sources are read for what they hand to the kinds of errors that
 * reach people, and for sentences that are in the catalogue.
 */
import { globSync, readFileSync } from 'node:fs'

/** Crates whose messages pass through a service as they are. */
const CRATES = [
  'forwarding',
  'image-upload',
  'kit',
  'kit-core',
  'kit-database',
  'kit-events',
  'kit-rpc',
  'schedule',
  'spreadsheet',
]
const SOURCES = [
  '../services/*/src/**/*.rs',
  ...CRATES.map((name) => `../crates/${name}/src/**/*.rs`),
]
/** What ends in one of these is answered; of a check or a field it is the last value. */
const SAYS =
  /(Error::field|Error::conflict|(?<![\w:.])conflict|invalid_file|wrong_file_body|\.add|\.check|\bErr)\(/g
/** Said in a log, or to whoever writes a program. */
export const NOT_TOLD = new Set([
  'must be {match, items: [{field, rule, value}]}',
  'this service handles no calls',
  'it does not answer',
  '{} is not about settings',
  'the mode of the panel is not set',
  '{other} is no direction',
  "a page of the device's list has more than {MAX_BULK} items",
])

/** Without comments and tests. */
function read(file) {
  const [source] = readFileSync(file, 'utf8').split('#[cfg(test)]')
  return source.replaceAll(/^\s*\/\/.*$/gm, '')
}

/** The values of a call, from behind its bracket. */
function valuesOf(source, start) {
  const values = []
  let depth = 0
  let from = start
  for (let at = start; at < source.length; at++) {
    const sign = source[at]
    if (sign === '"') {
      for (at++; source[at] !== '"'; at++) if (source[at] === '\\') at++
    } else if ('([{'.includes(sign)) depth++
    else if (')]}'.includes(sign) && depth-- === 0) return [...values, source.slice(from, at)]
    else if (sign === ',' && depth === 0) {
      values.push(source.slice(from, at))
      from = at + 1
    }
  }
  return values
}

const TEXT = /"((?:[^"\\]|\\.)*)"/g
export const textsOf = (source) =>
  [...source.matchAll(TEXT)].map(([, text]) => text.replaceAll('\\"', '"'))

/** File -> its source. */
export const sources = new Map(
  globSync(SOURCES)
    .filter((file) => !/\/tests(\.rs|\/)/.test(file))
    .map((file) => [file, read(file)]),
)
const named = new Map()
for (const source of sources.values()) {
  for (const [, name, text] of source.matchAll(/const (\w+): &str =\s*"((?:[^"\\]|\\.)*)"/g)) {
    if (text.includes(' ')) named.set(name, text)
  }
}

/** What the last value of a call says. */
function saidBy(values) {
  const last = values.map((value) => value.trim()).findLast(Boolean) ?? ''
  const name = /^&?(?:\w+::)*([A-Z][A-Z_0-9]+)$/.exec(last)?.[1]
  const texts = name ? [named.get(name) ?? ''] : textsOf(last)
  return texts
    .map((text) =>
      text.replaceAll(/\{([A-Z_0-9]+)\}/g, (whole, constant) => named.get(constant) ?? whole),
    )
    .filter((text) => /^[a-z{].*[a-z]{2}/.test(text) && !/^[a-z]+(_[a-z]+)+$/.test(text))
}

/** Sentence -> the files that say it. */
export const said = new Map()

function says(text, file) {
  if (!said.has(text)) said.set(text, new Set())
  said.get(text).add(file)
}

for (const [file, source] of sources) {
  for (const call of source.matchAll(SAYS)) {
    const values = valuesOf(source, call.index + call[0].length)
    const isOther =
      (call[1] === '.check' && values.length < 3) ||
      (call[1] === '.add' && values.length < 2) ||
      (call[1] === 'Err' && !/^\s*(format!\()?"/.test(values[0] ?? ''))
    if (!isOther) for (const text of saidBy(values)) says(text, file)
  }
  for (const [, text] of source.matchAll(/\bmessage: "((?:[^"\\]|\\.)*)"/g)) says(text, file)
}
for (const [, text] of read('../crates/kit-core/src/error.rs').matchAll(
  /#\[error\("([^"{]+)"\)\]/g,
)) {
  says(text, '../crates/kit-core/src/error.rs')
}
