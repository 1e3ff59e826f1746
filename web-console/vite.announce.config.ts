import { defineConfig } from 'vite'

/**
 * The page of a recipient of an announce, into the console's folder: a bundle of its own, as the page of a guest's key
 * (vite.guest.config.ts), for any phone and without the console.
 */
export default defineConfig({
  publicDir: false,
  build: {
    emptyOutDir: false,
    manifest: '.vite/announce-manifest.json',
    target: ['es2018', 'safari12', 'chrome64'],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: 'announce-page.html',
      output: {
        entryFileNames: 'assets/[hash:8].js',
        assetFileNames: 'assets/[name]-[hash:8][extname]',
      },
    },
  },
})
