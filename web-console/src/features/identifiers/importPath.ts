/** Where many identifiers come from a table. */
export const IMPORT_PATH = '/identifiers/import'
