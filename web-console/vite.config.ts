import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import type { Connect } from 'vite'
import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { findLayers } from './scripts/layers.ts'

/** Where `npm run dev` finds the gateway. */
const gateway = process.env.VESTIBULE_URL ?? 'http://127.0.0.1:8080'

/** The page of a guest's key at its address, as the gateway has it; built by vite.guest.config.ts. */
const guestPage: Connect.NextHandleFunction = (request, _response, next) => {
  const isKey = /^\/guest-access\/(?!add(?:[?#]|$))[^/?#]+(?:[?#]|$)/.test(request.url ?? '')
  if (isKey) request.url = '/guest-page.html'
  next()
}

const resolve = { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } }

/** What the first pass over the sources has in common with the build. */
const firstPass = (mode: string) => ({ mode, resolve, plugins: [react()] })

export default defineConfig(async ({ command, mode }): Promise<ViteUserConfig> => ({
  plugins: [
    react(),
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
    include: ['src/**/*.test.{ts,tsx}'],
    reporters: ['default', './src/testing/failures.ts'],
    restoreMocks: true,
    // Files share a worker's modules and its document: making both anew for each file took three quarters of the time.
    isolate: false,
  },
}))
