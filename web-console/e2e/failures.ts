import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** Leaves the tests that failed, a line `title<TAB>message` for each, where `./dev test` asks for them. */
export default class Failures implements Reporter {
  private readonly failed = new Map<string, string>()

  onTestEnd(test: TestCase, result: TestResult) {
    const title = test.titlePath().filter(Boolean).join(' › ')
    if (result.status === test.expectedStatus) this.failed.delete(title)
    else if (result.status === 'skipped')
      this.failed.set(title, 'did not run: a test before it failed')
    else this.failed.set(title, oneLine(result.error?.message ?? result.status))
  }

  onEnd() {
    const path = process.env.FAILURES
    if (path)
      writeFileSync(path, [...this.failed].map(([title, why]) => `${title}\t${why}\n`).join(''))
  }

  printsToStdio() {
    return false
  }
}

function oneLine(message: string) {
  // oxlint-disable-next-line no-control-regex -- colours of a terminal
  const plain = message.replaceAll(/\u001B\[[0-9;]*m/g, '')
  return plain.replaceAll(/\s+/g, ' ').trim().slice(0, 600)
}
