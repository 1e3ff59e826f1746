/**
 * openapi.json -> client/src/operations.ts: the calls of the package for other programs. Part of `npm run generate`;
 * `--check` writes nothing, and fails when the file is not current.
 * docs/adr/0111 says why this generator.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { generateSource } from 'oazapfts'

const FILE = new URL('../client/src/operations.ts', import.meta.url)
const HEADER = '/** The operations of the API. Written by scripts/client.mjs; do not edit. */\n'

const document = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8'))

// A form or the file itself: the generator mixes what an operation takes in two ways. The form is kept.
const FORM = 'multipart/form-data'
for (const { requestBody } of Object.values(document.paths).flatMap(Object.values)) {
  const form = requestBody?.content[FORM]
  if (form) requestBody.content = { [FORM]: form }
}
const source = await generateSource(document, { optimistic: true })

// The generator takes every answer for JSON; a file is a blob.
const withFiles = replaced(
  replaced(
    source,
    /oazapfts\.fetchJson<(?=\{\s+status: 200;\s+data: Blob;)/g,
    'oazapfts.fetchBlob<',
  ),
  'Oazapfts.runtime(defaults)',
  'withFiles(Oazapfts.runtime(defaults))',
)
const withImports = replaced(
  withFiles,
  'import * as QS from "@oazapfts/runtime/query";\n',
  'import * as QS from "@oazapfts/runtime/query";\nimport { withFiles } from "./files.js";\n',
)

/** Fails when there is nothing to replace: another release of the generator writes something else. */
function replaced(text, from, to) {
  const changed = text.replace(from, to)
  if (changed === text) throw new Error(`the generator writes no ${from} any more`)
  return changed
}

const written = replaced(withImports, /^\/\*\*[\s\S]*?\*\/\n/, HEADER)
if (!process.argv.includes('--check')) {
  writeFileSync(FILE, written)
} else if (readFileSync(FILE, 'utf8') !== written) {
  process.stderr.write('client/src/operations.ts is not current: npm run generate\n')
  process.exit(1)
}
