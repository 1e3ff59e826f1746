import { defineConfig } from 'vite'

/**
 * The reference of the API, into the console's folder: a bundle of its own, because it needs nothing of the console and
 * is read by people who have no account yet.
 */
export default defineConfig({
  publicDir: false,
  build: {
    emptyOutDir: false,
    manifest: '.vite/reference-manifest.json',
    target: 'es2023',
    // light-dark() as it is: written anew for older browsers, it would follow the machine and not the chosen theme.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: 'api-reference.html',
      output: {
        entryFileNames: 'assets/[hash:8].js',
        assetFileNames: 'assets/[name]-[hash:8][extname]',
      },
    },
  },
})
