import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'
import { build, type InlineConfig } from 'vite'

/**
 * Which modules lie in one file. Rolldown makes a file for each distinct set of pages that share a
 * module: some five hundred, of which a page loads eighty. A layer is what a kind of page needs on top
 * of the layers before it, as found by a first pass over the same sources, after tree shaking.
 */
type Layer = 'base' | 'sign-in' | 'shell' | 'realtime' | 'list' | 'people' | 'form'

/** Form pages that must need a control or a part of the kit before all of them load it. */
const COMMON_PAGES = 3
/** The same of a module of a feature, as a share of the pages: what is about one entity stays with it. */
const COMMON_SHARE = 1 / 4

type Chunks = Map<string, Rolldown.OutputChunk>

/** Says in which layer a module is; null where rolldown decides. */
export async function findLayers(config: InlineConfig): Promise<(id: string) => Layer | null> {
  const chunks: Chunks = new Map()
  await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, minify: false, rolldownOptions: {} },
    plugins: [...(config.plugins ?? []), collector(chunks)],
  })
  const source = fileURLToPath(new URL('../src/', import.meta.url))
  const pages = (name: string) =>
    [...chunks.values()].filter(({ facadeModuleId }) =>
      facadeModuleId?.match(new RegExp(`^${source}features/[^/]+/${name}\\.tsx$`)),
    )
  const of = (...paths: string[]) => {
    const wanted = new Set(paths.map((path) => source + path))
    return [...chunks.values()].filter(({ facadeModuleId }) => wanted.has(facadeModuleId ?? ''))
  }
  const entry = [...chunks.values()].filter(({ isEntry }) => isEntry)

  const layers = new Map<string, Layer>()
  const add = (layer: Layer, modules: Iterable<string>) => {
    for (const id of modules) if (!layers.has(id)) layers.set(id, layer)
  }
  add('base', union(entry, chunks))
  add('sign-in', union(of('features/auth/LoginPage.tsx'), chunks))
  add('shell', union(of('app/router/layout.tsx', 'app/router/withAntd.tsx'), chunks))
  add('realtime', union(of('app/realtime.ts'), chunks))
  // What the list of users needs of the kit is what any list does; what others have beyond that is theirs.
  const users = union(of('features/users/ListPage.tsx'), chunks)
  const lists = common(pages('ListPage'), chunks)
  add(
    'list',
    [...users].filter((id) => !isOfFeature(id) || lists.has(id)),
  )
  add('people', users)
  // No list waits for the controls of forms, so what both have of a feature is in neither.
  add(
    'form',
    [...common(pages('FormPage'), chunks)].filter((id) => !isOfFeature(id)),
  )
  return (id) => layers.get(id) ?? null
}

const collector = (chunks: Chunks): Rolldown.Plugin => ({
  name: 'collect-chunks',
  generateBundle(_options, bundle) {
    for (const each of Object.values(bundle)) {
      if (each.type === 'chunk') chunks.set(each.fileName, each)
    }
  },
})

/** Modules of a chunk and of all that it imports statically. */
function closure(start: Rolldown.OutputChunk, chunks: Chunks): Set<string> {
  const seen = new Set<Rolldown.OutputChunk>([start])
  for (const chunk of seen) {
    for (const name of chunk.imports) {
      const next = chunks.get(name)
      if (next) seen.add(next)
    }
  }
  return new Set([...seen].flatMap((chunk) => chunk.moduleIds))
}

function union(starts: Rolldown.OutputChunk[], chunks: Chunks): Set<string> {
  return new Set(starts.flatMap((start) => [...closure(start, chunks)]))
}

const isOfFeature = (id: string) => /\/src\/(?:features|api)\//.test(id)

/** What many of the pages need. */
function common(starts: Rolldown.OutputChunk[], chunks: Chunks): Set<string> {
  const uses = new Map<string, number>()
  for (const start of starts) {
    for (const id of closure(start, chunks)) uses.set(id, (uses.get(id) ?? 0) + 1)
  }
  const enough = (id: string) => (isOfFeature(id) ? starts.length * COMMON_SHARE : COMMON_PAGES)
  return new Set([...uses].filter(([id, count]) => count >= enough(id)).map(([id]) => id))
}
