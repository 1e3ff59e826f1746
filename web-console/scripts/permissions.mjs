/**
 * The permission catalogue (a table: group, code, licence feature) -> src/api/generated/permissions.ts.
 * Usage: node scripts/permissions.mjs [permissions.tsv]
 */
import { readFileSync, writeFileSync } from 'node:fs'

const source =
  process.argv[2] ?? new URL('../../crates/policy/permissions.tsv', import.meta.url).pathname

const rows = readFileSync(source, 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))
const codes = rows.map(([, code]) => code)
const features = [...new Set(rows.map(([, , feature]) => feature))].filter((f) => f !== '-')

const list = (values) => values.map((value) => `  '${value}',\n`).join('')
writeFileSync(
  new URL('../src/api/generated/permissions.ts', import.meta.url),
  `/** Codes of the permission catalogue. Written by scripts/permissions.mjs; do not edit. */
export const PERMISSIONS = [
${list(codes)}] as const

export type Permission = (typeof PERMISSIONS)[number]

/** Licence features that the catalogue names. */
export const FEATURES = [
${list(features.toSorted((a, b) => a.localeCompare(b)))}] as const

export type Feature = (typeof FEATURES)[number]
`,
)
