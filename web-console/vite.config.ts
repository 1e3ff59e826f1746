import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Where `npm run dev` finds the gateway. */
const gateway = process.env.VESTIBULE_URL ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api/v0': { target: gateway, ws: true } },
  },
  build: { manifest: true, target: 'es2023', chunkSizeWarningLimit: 900 },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://console.test/' } },
    setupFiles: ['src/testing/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
    restoreMocks: true,
  },
})
