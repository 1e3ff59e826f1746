import { defineConfig } from '@playwright/test'

/** Debian's own Chromium: nothing is downloaded. */
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'

/** A console that is already served; without it the tests start one with answers of their own. */
const served = process.env.VESTIBULE_URL

export default defineConfig({
  testDir: 'e2e',
  // The tests in `mocked` answer the API themselves, those in `live` need the platform.
  testMatch: served ? '**/live/*.spec.ts' : '**/mocked/*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // The live tests share the doors of one site.
  workers: served ? 1 : 2,
  timeout: 60_000,
  // Limits for a busy machine, no measures of speed.
  expect: { timeout: 20_000 },
  use: {
    actionTimeout: 20_000,
    baseURL: served ?? 'http://127.0.0.1:4173',
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
        // Built, because a test must not wait for a page that is compiled while it loads.
        command:
          'npx vite build --mode demo --outDir dist-demo --logLevel warn && ' +
          'npx vite preview --outDir dist-demo --host 127.0.0.1 --port 4173 --strictPort',
        url: 'http://127.0.0.1:4173',
        timeout: 180_000,
      },
})
