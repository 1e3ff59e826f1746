import { defineConfig } from 'i18next-cli'

/** Namespaces of the kit and the shell; every other namespace belongs to the feature of its name. */
const shared: Record<string, string> = {
  common: 'src/kit/locales',
  errors: 'src/kit/locales',
  permissions: 'src/kit/locales',
  shell: 'src/app/locales',
}

export default defineConfig({
  locales: ['en', 'ru'],
  extract: {
    input: ['src/**/*.{ts,tsx}'],
    ignore: ['src/**/*.test.{ts,tsx}', 'src/api/generated/**', 'src/dev/**', 'src/testing/**'],
    output: (language, namespace = 'common') =>
      `${shared[namespace] ?? `src/features/${namespace}/locales`}/${namespace in shared ? `${namespace}.` : ''}${language}.json`,
    defaultNS: 'common',
    sort: false,
    // Keys that are looked up by a value of the data: statuses, options, error messages, screens, fields.
    preservePatterns: [
      'errors:*',
      'access-rules:fields.*',
      'amenities:fields.*',
      'announces:fields.*',
      'common:fields.*',
      'devices:fields.*',
      'elevator-access-rules:fields.*',
      'elevators:fields.*',
      'emergency-alerts:fields.*',
      'users:fields.*',
      'permissions:options.*',
      'shell:screens.*',
      'shell:newOf.*',
      'shell:sections.*',
      '*.options.*',
      'options.*',
    ],
    extractFromComments: false,
    // Names of keys are the same in every language.
    ignoredTags: ['kbd'],
  },
})
