import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import type { Connect } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { findLayers } from './scripts/layers.ts'
import { silentIcons } from './scripts/silentIcons.ts'

/** Where `npm run dev` finds the gateway. */
const gateway = process.env.VESTIBULE_URL ?? 'http://127.0.0.1:8080'

/** The page of a guest's key at its address, as the gateway has it; built by vite.guest.config.ts. */
const guestPage: Connect.NextHandleFunction = (request, _response, next) => {
  const isKey = /^\/guest-access\/(?!add(?:[?#]|$))[^/?#]+(?:[?#]|$)/.test(request.url ?? '')
  if (isKey) request.url = '/guest-page.html'
  // Of a recipient of an announce: vite.announce.config.ts.
  if (/^\/announce\/[^/?#]+(?:[?#]|$)/.test(request.url ?? '')) request.url = '/announce-page.html'
  // Of the API: vite.reference.config.ts.
  if (/^\/api-reference(?:[?#]|$)/.test(request.url ?? '')) request.url = '/api-reference.html'
  next()
}

const resolve = { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } }

/** The console as an application of its own, whose shell opens without a network (src/service-worker). */
const pwa = () =>
  VitePWA({
    strategies: 'injectManifest',
    srcDir: 'src/service-worker',
    filename: 'sw.ts',
    // By app/updates.ts, once the page is there.
    injectRegister: false,
    injectManifest: {
      globPatterns: ['index.html', 'favicon.svg', 'assets/*.{js,css,woff2}'],
      globIgnores: [
        'guest-page.html',
        'assets/guest-page*',
        'announce-page.html',
        'assets/announce-page*',
        'api-reference.html',
        'assets/api-reference*',
      ],
      maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
      minify: true,
    },
    manifest: {
      id: '/',
      name: 'Vestibule',
      short_name: 'Vestibule',
      description: 'Doors, people and calls of your buildings',
      start_url: '/home',
      display: 'standalone',
      background_color: '#f3f1ea',
      theme_color: '#0d6557',
      icons: [
        { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
    },
  })

/** What the first pass over the sources has in common with the build. */
const firstPass = (mode: string) => ({ mode, resolve, plugins: [react()] })

export default defineConfig(async ({ command, mode }): Promise<ViteUserConfig> => ({
  plugins: [
    react(),
    silentIcons(),
    pwa(),
    {
      name: 'guest-page',
      configureServer: ({ middlewares }) => void middlewares.use(guestPage),
      configurePreviewServer: ({ middlewares }) => void middlewares.use(guestPage),
    },
  ],
  resolve,
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api/v0': { target: gateway, ws: true } },
  },
  build: {
    manifest: true,
    target: 'es2023',
    chunkSizeWarningLimit: 900,
    // Every import spells the name of its file: without the words of the module each is shorter; the manifest has them.
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/[hash:8].js',
        chunkFileNames: 'assets/[hash:8].js',
        assetFileNames: 'assets/[name]-[hash:8][extname]',
        // A layer is closed: what it imports is in it or before it, so that no file waits for one that waits for it.
        codeSplitting:
          command === 'build'
            ? {
                groups: [
                  {
                    debugName: 'layers',
                    name: await findLayers(firstPass(mode)),
                    includeDependenciesRecursively: false,
                  },
                ],
              }
            : undefined,
      },
    },
    modulePreload: {
      // The phone comes after the page: no list of its many parts in what the page loads first.
      resolveDependencies: (file, parts) =>
        file.includes('PhoneRoot') ? parts.filter((part) => part.endsWith('.css')) : parts,
    },
  },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://console.test/' } },
    setupFiles: ['src/testing/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}', 'client/src/**/*.test.ts'],
    reporters: ['default', './src/testing/failures.ts'],
    restoreMocks: true,
    // A limit for a busy machine, no measure of speed.
    testTimeout: 60_000,
    // Files share a worker's modules and its document: making both anew for each file took three quarters of the time.
    isolate: false,
  },
}))
