/** The services of the OpenAPI document -> src/api/generated/tags.ts: what cached answers are marked with. */
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const { operations } = createRequire(import.meta.url)('./operations.cjs')
const tags = [...new Set(operations.map(({ tag }) => tag))].toSorted((a, b) => a.localeCompare(b))

writeFileSync(
  new URL('../src/api/generated/tags.ts', import.meta.url),
  `/** Services, by which cached answers are marked. Written by scripts/tags.mjs; do not edit. */
export const TAGS = [
${tags.map((tag) => `  '${tag}',\n`).join('')}] as const

export type Tag = (typeof TAGS)[number]
`,
)
