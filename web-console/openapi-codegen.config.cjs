/**
 * `npm run generate`: the gateway's OpenAPI document -> RTK Query endpoints, a file for each service,
 * so that a page loads the calls it makes and no others. Never edit the output.
 */
const { kebabCase, operations, isFile } = require('./scripts/operations.cjs')

const camelCase = (tag) => tag[0].toLowerCase() + tag.slice(1)

/**
 * Calls that send or answer a file are made by `@/kit/files`, outside of the cache: of the file they
 * get, only types are used.
 */
const files = operations.filter(isFile).map(({ id }) => id)

const endpointsOf = (tag) =>
  operations.filter((each) => each.tag === tag && !isFile(each)).map(({ id }) => id)

const tags = [...new Set(operations.map(({ tag }) => tag))].filter((tag) => endpointsOf(tag).length)

module.exports = {
  schemaFile: './openapi.json',
  apiFile: './src/api/baseApi.ts',
  apiImport: 'baseApi',
  hooks: { queries: true, lazyQueries: true, mutations: true },
  tag: true,
  useEnumType: false,
  outputFiles: {
    ...Object.fromEntries(
      tags.map((tag) => [
        `./src/api/generated/${kebabCase(tag)}.ts`,
        { exportName: `${camelCase(tag)}Api`, filterEndpoints: endpointsOf(tag) },
      ]),
    ),
    './src/api/generated/files.ts': { exportName: 'filesApi', filterEndpoints: files },
  },
}
