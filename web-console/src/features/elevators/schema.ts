import { z } from 'zod'
import { LIMITS } from '@/api/generated/limits'
import { issue, nameRule, refRule } from '@/kit/form'
import type { Elevator, ElevatorInput } from './api'

/** Most controllers of an elevator. */
export const MAX_CONTROLLERS = 20

export const elevatorSchema = z.object({
  name: nameRule(LIMITS.Elevator.name.maxLength),
  domain: refRule.nullable().refine((group) => group !== null, issue('required')),
  devices: z
    .array(refRule)
    .min(1, issue('not_empty'))
    .max(MAX_CONTROLLERS, issue('max_items', { max: MAX_CONTROLLERS })),
})

export type ElevatorForm = z.input<typeof elevatorSchema>

export const emptyElevator: ElevatorForm = { name: '', domain: null, devices: [] }

export const toElevatorForm = ({ name, domain, devices }: Elevator): ElevatorForm => ({
  name,
  domain,
  devices: devices.map(({ id, name: device }) => ({ id, name: device })),
})

export const toElevatorBody = (values: z.output<typeof elevatorSchema>): ElevatorInput => values
