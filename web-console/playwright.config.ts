import { defineConfig } from '@playwright/test'

/** Debian's own Chromium: nothing is downloaded. */
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'

/** A console that is already served; without it the tests start one with answers of their own. */
const served = process.env.VESTIBULE_URL

export default defineConfig({
  testDir: 'e2e',
  // The tests in `mocked` answer the API themselves; the others need the platform.
  testMatch: served ? '*.spec.ts' : 'mocked/*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  timeout: 60_000,
  use: {
    baseURL: served ?? 'http://127.0.0.1:5173',
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Amsterdam',
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: served
    ? undefined
    : {
        command: 'npx vite --host 127.0.0.1',
        url: 'http://127.0.0.1:5173',
        reuseExistingServer: true,
      },
})
