import { crc32 } from 'node:zlib'

/** The headings of a structure, in the order in which an export has them. */
export const HEADINGS = [
  'group path',
  'type',
  'logical address',
  'apartment',
  'user name',
  'e-mail',
  'phone',
  'role',
  'card dec',
] as const
type Heading = (typeof HEADINGS)[number]

/** A structure as an xlsx file of one sheet, with its heading. */
export function structure(name: string, rows: Partial<Record<Heading, string>>[]) {
  const cells = [
    HEADINGS as readonly string[],
    ...rows.map((row) => HEADINGS.map((at) => row[at] ?? '')),
  ]
  return {
    name,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: zip({
      '[Content_Types].xml': xml(
        `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
      ),
      '_rels/.rels': relationship('officeDocument', 'xl/workbook.xml'),
      'xl/workbook.xml': xml(
        `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}/relationships"><sheets><sheet name="Structure" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': relationship('worksheet', 'worksheets/sheet1.xml'),
      'xl/worksheets/sheet1.xml': xml(
        `<worksheet xmlns="${MAIN}"><sheetData>${cells.map(rowXml).join('')}</sheetData></worksheet>`,
      ),
    }),
  }
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006'

const xml = (body: string) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${body}`

const relationship = (kind: string, target: string) =>
  xml(
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/relationships/${kind}" Target="${target}"/></Relationships>`,
  )

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function rowXml(cells: readonly string[], row: number): string {
  const inner = cells.map(
    (text, column) =>
      `<c r="${String.fromCodePoint(65 + column)}${row + 1}" t="inlineStr"><is><t>${escape(text)}</t></is></c>`,
  )
  return `<row r="${row + 1}">${inner.join('')}</row>`
}

/** An archive whose files are stored as they are. */
function zip(files: Record<string, string>): Buffer {
  const bodies: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const [path, text] of Object.entries(files)) {
    const name = Buffer.from(path)
    const data = Buffer.from(text)
    const common = header(name, data)
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), common, name, data])
    const entry = Buffer.alloc(14)
    entry.writeUInt32LE(offset, 10)
    const version = Buffer.from('1400', 'hex')
    entries.push(Buffer.concat([Buffer.from('504b0102', 'hex'), version, common, entry, name]))
    bodies.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06_05_4b_50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, directory, end])
}

/** What a file's own header and its entry in the directory have in common. */
function header(name: Buffer, data: Buffer): Buffer {
  const bytes = Buffer.alloc(26)
  bytes.writeUInt16LE(20, 0)
  // 1980-01-01, the first day that the format knows.
  bytes.writeUInt16LE(0x21, 8)
  bytes.writeUInt32LE(crc32(data), 10)
  bytes.writeUInt32LE(data.length, 14)
  bytes.writeUInt32LE(data.length, 18)
  bytes.writeUInt16LE(name.length, 22)
  return bytes
}
