import { readFileSync } from 'node:fs'

export interface Job {
  title: string
  sh: string
  ts: string
}

const PAGE = new URL('../../../../docs/how-to/api-examples.md', import.meta.url)

/** The jobs of docs/how-to/api-examples.md, each in both languages. */
export function readJobs(): Job[] {
  const [, ...sections] = readFileSync(PAGE, 'utf8').split(/^## /m)
  return sections.map((section) => {
    const block = (language: string) => {
      const [, code] =
        section.match(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm')) ?? []
      if (!code) throw new Error(`no ${language}: ${section.slice(0, 40)}`)
      return code
    }
    return { title: section.split('\n', 1)[0] ?? '', sh: block('sh'), ts: block('ts') }
  })
}

/** What a run prints when a job has ended well. */
export const DONE = 'done: '
