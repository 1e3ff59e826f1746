import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

/** Leaves the tests that failed, a line `file test<TAB>message` for each, where `./dev test` asks for them. */
export default class Failures implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const path = process.env.FAILURES
    if (path) writeFileSync(path, modules.flatMap(failuresOf).join(''))
  }
}

function failuresOf(module: TestModule): string[] {
  const file = relative(process.cwd(), module.moduleId)
  const broken = module.errors().map((error) => line(`${file} as a whole`, error.message))
  const failed = [...module.children.allTests('failed')].map((test) =>
    line(`${file} ${test.fullName}`, test.result().errors?.[0]?.message ?? 'failed'),
  )
  return [...broken, ...failed]
}

const line = (name: string, message: string) =>
  `${name}\t${message.replaceAll(/\s+/g, ' ').trim().slice(0, 600)}\n`
