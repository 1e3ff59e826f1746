/** The operations of the gateway's OpenAPI document, as the generators want them. */
const { paths } = require('../openapi.json')

const operations = Object.values(paths).flatMap((methods) =>
  Object.values(methods).map((operation) => ({
    id: operation.operationId,
    tag: operation.tags[0],
    takes: Object.keys(operation.requestBody?.content ?? {}),
    answers: Object.keys(operation.responses['200']?.content ?? {}),
  })),
)

/** Whether a call sends a file, or is answered by one. */
const isFile = ({ takes, answers }) =>
  takes.includes('multipart/form-data') ||
  (answers.length > 0 && !answers.includes('application/json'))

const kebabCase = (name) => name.replace(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase()

module.exports = { operations, isFile, kebabCase }
