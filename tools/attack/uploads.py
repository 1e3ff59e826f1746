"""Files that are small and become large."""

import io
import struct
import zipfile
import zlib

from probes import expect, probe


def chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def png(width, height, depth=8, color=2, lines=None):
    """Of one color; its lines compress to almost nothing. With `lines` it ends after so many."""
    line = b"\0" + bytes((width * depth * {0: 1, 2: 3, 6: 4}[color] + 7) // 8)
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(line) for _ in range(lines or height)) + packer.flush()
    head = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


def form(fields, name, file_name, content):
    """Headers and content of a multipart form with one file."""
    edge = b"vestibule-probe-edge"
    parts = [b'--%s\r\ncontent-disposition: form-data; name="%s"\r\n\r\n%s\r\n' % (edge, key.encode(), str(value).encode()) for key, value in fields.items()]
    head = b'--%s\r\ncontent-disposition: form-data; name="%s"; filename="%s"\r\ncontent-type: application/octet-stream\r\n\r\n'
    parts.append(head % (edge, name.encode(), file_name.encode()) + content + b"\r\n--%s--\r\n" % edge)
    return {"content-type": f"multipart/form-data; boundary={edge.decode()}"}, b"".join(parts)


def send(target, token, path, fields, name, file_name, content):
    headers, content = form(fields, name, file_name, content)
    return target.call("POST", path, token, content=content, headers=headers)


WORKBOOK = {
    "[Content_Types].xml": '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>'
    '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>'
    '<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>'
    '<Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>',
    "_rels/.rels": '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" '
    'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml": '<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/>'
    '<Relationship Id="r2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
}
SHEET = '<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>%s</sheetData></worksheet>'
STRINGS = '<?xml version="1.0"?><sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">%s</sst>'


def sheet(rows="", strings=""):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in WORKBOOK.items():
            archive.writestr(name, content)
        archive.writestr("xl/worksheets/sheet1.xml", SHEET % rows)
        archive.writestr("xl/sharedStrings.xml", STRINGS % strings)
    return packed.getvalue()


def row(*cells):
    return "<row>" + "".join(f'<c t="inlineStr"><is><t>{cell}</t></is></c>' for cell in cells) + "</row>"


@probe("pictures that unpack to more than they may are refused")
def pictures(target):
    token = target.tenants[1].token
    crop = {"x": 0, "y": 0, "size": 64}
    honest = send(target, token, "/profile/avatar", crop, "image", "a.png", png(64, 64))
    expect(honest.status == 200, f"the honest picture: {honest}")
    bombs = {
        "64 megapixels": png(7990, 8000, 8, 0), "3,600 megapixels of one bit": png(60000, 60000, 1, 0, lines=1000), "24 megapixels of 16 bits": png(4900, 4890, 16, 6),
        "an SVG": b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', "HTML": b"<html><script>alert(1)</script>",
        "a header that lies": b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 2**31 - 1, 2**31 - 1, 8, 2, 0, 0, 0)),
    }
    for name, content in bombs.items():
        answer = send(target, token, "/profile/avatar", crop, "image", "a.png", content)
        expect(400 <= answer.status < 500, f"{name}: {answer}")
    expect(target.call("GET", "/profile", token).status == 200, "the platform answers no more")


@probe("tables that unpack to more than they may are refused")
def tables(target):
    tenant = target.tenants[1]
    fields = {"domain_id": tenant.group, "dry_run": "true"}
    head = row("name", "email", "role")
    honest = send(target, tenant.token, "/users/import", fields, "file", "a.xlsx", sheet(head + row("a", f"a@{tenant.name}.test", "user")))
    expect(honest.status == 200 and honest.body["rows"] == 1, f"the honest table: {honest}")
    entity = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in WORKBOOK.items():
            packed.writestr(name, content)
        packed.writestr("xl/sharedStrings.xml", STRINGS % "")
        packed.writestr("xl/worksheets/sheet1.xml", entity + SHEET % row("&x;"))
        packed.writestr("../../../tmp/vestibule-probe", "x")
    bombs = {
        "eight million empty strings": sheet(head, "<si></si>" * 8_000_000),
        "four million strings": sheet(head, "<si><t>a</t></si>" * 4_000_000),
        "300,000 rows": sheet(head + row("a", "b", "user") * 300_000),
        "a cell far away": sheet(head + '<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>a</t></is></c></row>'),
    }
    for name, content in bombs.items():
        answer = send(target, tenant.token, "/users/import", fields, "file", "a.xlsx", content)
        expect(400 <= answer.status < 500, f"{name}: {answer}")
    answer = send(target, tenant.token, "/users/import", fields, "file", "a.xlsx", archive.getvalue())
    expect(answer.status < 500 and b"root:" not in answer.content, f"an entity and a way out: {answer}")
    expect(target.call("GET", "/profile", tenant.token).status == 200, "the platform answers no more")


@probe("formulas are exported as text")
def formulas(target):
    tenant = target.tenants[1]
    for count, name in enumerate(("=1+1", "+1+1", "-1+1", "@SUM(1)", "\uff1d1+1")):
        tenant.make("/users", {"name": name, "email": f"formula{count}@{tenant.name}.test", "role": {"id": tenant.roles["user"]}, "domains": [{"id": tenant.group}]})
    answer = target.call("GET", "/users/export?format=csv", tenant.token)
    expect(answer.status == 200 and f"formula0@{tenant.name}.test".encode() in answer.content, f"the honest export: {answer}")
    cells = [cell.strip('"') for line in answer.content.decode("utf-8-sig").splitlines() for cell in line.replace(";", ",").split(",")]
    live = [cell for cell in cells if cell[:1] in ("=", "+", "-", "@", "\uff1d")]
    expect(not live, f"{live}")
