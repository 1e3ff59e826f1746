/**
 * Adds to package-lock.json the builds for other platforms that npm left out of it. npm drops an
 * optional package that its registry does not carry, and then `npm ci` refuses the lock because
 * it is not complete. Run after every change of the dependencies; a complete lock stays as it is.
 */
import { readFileSync, writeFileSync } from 'node:fs'

const FILE = new URL('../package-lock.json', import.meta.url)
const SYSTEMS = new Set([
  'darwin',
  'win32',
  'linux',
  'android',
  'freebsd',
  'openbsd',
  'netbsd',
  'sunos',
  'aix',
  'openharmony',
])
const PROCESSORS = new Set([
  'x64',
  'arm64',
  'ia32',
  'arm',
  'ppc64',
  'ppc64le',
  's390x',
  'riscv64',
  'loong64',
  'mips64el',
  'wasm32',
])
const LIBRARIES = { gnu: 'glibc', musl: 'musl' }
/** Packages whose name does not say what they are for. */
const KNOWN = { fsevents: { os: ['darwin'] } }

const lock = JSON.parse(readFileSync(FILE, 'utf8'))

/** What a package is built for, as its name has it: `@swc/core-linux-arm64-musl`. */
function platformOf(name) {
  if (KNOWN[name]) return KNOWN[name]
  const words = name.split(/[-/@]/)
  const os = words.find((word) => SYSTEMS.has(word))
  const cpu = words.find((word) => PROCESSORS.has(word))
  const library = words.map((word) => LIBRARIES[word]).find(Boolean)
  if (!os && !cpu) return undefined
  return {
    ...(cpu && { cpu: [cpu] }),
    ...(os && { os: [os] }),
    ...(os === 'linux' && library && { libc: [library] }),
  }
}

const added = []
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const isKnown = [`${path}/node_modules/${name}`, `node_modules/${name}`].some(
      (key) => key in lock.packages,
    )
    const platform = platformOf(name)
    if (isKnown) continue
    // Only an exact version of a build for a platform can be written down unseen.
    if (!platform || !/^\d+\.\d+\.\d+/.test(version)) {
      process.stderr.write(`left out: ${name}@${version} of ${path}\n`)
      continue
    }
    const flags = entry.dev ? { dev: true, optional: true } : { optional: true }
    lock.packages[`node_modules/${name}`] = { version, ...platform, ...flags }
    added.push(name)
  }
}

lock.packages = Object.fromEntries(
  Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, 'en')),
)
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`)
process.stdout.write(`${added.length} packages added to the lock\n`)
