/** `npm run generate`: the gateway's OpenAPI document -> RTK Query endpoints. Never edit the output. */
module.exports = {
  schemaFile: './openapi.json',
  apiFile: './src/api/baseApi.ts',
  apiImport: 'baseApi',
  outputFile: './src/api/generated/endpoints.ts',
  exportName: 'generatedApi',
  hooks: { queries: true, lazyQueries: true, mutations: true },
  tag: true,
  useEnumType: false,
}
