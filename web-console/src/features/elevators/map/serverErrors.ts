import { errorBody } from '@/api/errors'
import type { Id } from '@/api/types'
import type { BuildingFloor } from './floors'

const PATH = /^device_settings\.lift_controller\.floor_map\.(\d+)\.(\w+)/

/** A refusal of one controller's map, with its paths as those of the building's rows. */
export function atRows(
  error: unknown,
  controller: Id,
  sent: readonly { floor: number }[],
  rows: readonly Pick<BuildingFloor, 'floor'>[],
): unknown {
  const body = errorBody(error)
  const fields = body?.data?.fields
  if (!fields) return error
  const moved = Object.entries(fields).map(([path, message]) => {
    const [, index, name] = PATH.exec(path) ?? []
    const row = rows.findIndex(({ floor }) => floor === sent[Number(index)]?.floor)
    if (row < 0) return [path, message]
    return [`floors.${row}.${name === 'ports' ? `ports.${controller}` : name}`, message]
  })
  const data = { ...body, data: { ...body.data, fields: Object.fromEntries(moved) as object } }
  return { ...(error as object), data }
}
