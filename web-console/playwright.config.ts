import { defineConfig } from '@playwright/test'
import { microphone } from './e2e/live/support/microphone'

/** Debian's own Chromium: nothing is downloaded. */
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'

/** A console that is already served; without it the tests start one with answers of their own. */
const served = process.env.VESTIBULE_URL
/** Where the console that the tests start is found. */
const own = `127.0.0.1:${process.env.CONSOLE_PORT ?? 4173}`

export default defineConfig({
  testDir: 'e2e',
  // The tests in `mocked` answer the API themselves, those in `live` need the platform.
  // `npm run tour` takes the pictures of docs/tour.md, `npm run figures` prints what nothing is judged by.
  testMatch: process.env.TOUR
    ? '**/tour/*.spec.ts'
    : process.env.FIGURES
      ? '**/figures/*.spec.ts'
      : served
        ? '**/live/*.spec.ts'
        : '**/mocked/*.spec.ts',
  outputDir: 'test-results',
  reporter: [[process.env.CI ? 'dot' : 'list'], ['./e2e/failures.ts']],
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // The live tests share the doors of one site.
  workers: served ? 1 : 2,
  // Limits for a busy machine, no measures of speed. A live test waits for the whole platform.
  timeout: served ? 300_000 : 120_000,
  expect: { timeout: served ? 60_000 : 20_000 },
  use: {
    actionTimeout: served ? 60_000 : 20_000,
    baseURL: served ?? `http://${own}`,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Amsterdam',
    // A worker of its own would answer for the tests; offline.spec.ts is about it.
    serviceWorkers: 'block',
    // Half of the tests are people who have turned motion off, half are those who have not.
    contextOptions: served ? {} : { reducedMotion: 'reduce' },
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
        ...(served ? telephone() : []),
        // A page that is opened once runs faster than it is compiled.
        ...(served || process.env.FIGURES
          ? []
          : ['--js-flags=--no-opt --no-maglev --no-sparkplug']),
      ],
    },
  },
  webServer: served
    ? undefined
    : {
        // Built, because a test must not wait for a page that is compiled while it loads.
        command:
          'npx vite build --mode demo --outDir dist-demo --logLevel warn && ' +
          'npx vite build --config vite.guest.config.ts --outDir dist-demo --logLevel warn && ' +
          'npx vite build --config vite.announce.config.ts --outDir dist-demo --logLevel warn && ' +
          'npx vite build --config vite.reference.config.ts --outDir dist-demo --logLevel warn && ' +
          `npx vite preview --outDir dist-demo --host 127.0.0.1 --port ${own.split(':')[1]} --strictPort`,
        url: `http://${own}`,
        timeout: 180_000,
      },
})

/**
 * Calls on this machine alone: a microphone that says beeps, a camera that shows a test picture, and
 * both sides on loopback.
 */
function telephone(): string[] {
  return [
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-audio-capture=${microphone()}`,
    '--allow-loopback-in-peer-connection',
    '--autoplay-policy=no-user-gesture-required',
    '--ignore-certificate-errors',
  ]
}
