import { defineConfig } from 'vite'

/**
 * The page of a guest's key, into the console's folder: a bundle of its own, so that it shares no chunk with the
 * console, and for older browsers.
 */
export default defineConfig({
  publicDir: false,
  build: {
    emptyOutDir: false,
    manifest: '.vite/guest-manifest.json',
    target: ['es2018', 'safari12', 'chrome64'],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: 'guest-page.html',
      output: {
        entryFileNames: 'assets/[hash:8].js',
        assetFileNames: 'assets/[name]-[hash:8][extname]',
      },
    },
  },
})
