// precompress.mjs FOLDER: writes FILE.gz and FILE.br beside what is worth it; the gateway serves them as they are.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const WORTH_IT = /\.(js|mjs|css|html|svg|json|map|wasm|txt)$/;
const LEAST = 1024;

for (const entry of readdirSync(process.argv[2], { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !WORTH_IT.test(entry.name)) continue;
  const file = join(entry.parentPath ?? entry.path, entry.name);
  const content = readFileSync(file);
  if (content.length < LEAST) continue;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  writeFileSync(`${file}.br`, brotliCompressSync(content, quality));
}
