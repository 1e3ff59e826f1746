import { refName } from '@/kit/refName'
import { defineResource } from '@/kit/resource'
import {
  useCreateElevator,
  useElevator,
  useElevatorList,
  useUpdateElevator,
  type Elevator,
} from './api'
import { elevatorsEntity } from './entity'
import { elevatorSchema, emptyElevator, toElevatorBody, toElevatorForm } from './schema'

export const elevators = defineResource({
  ...elevatorsEntity,
  label: (elevator: Elevator) => elevator.name,
  detail: (elevator: Elevator) => (elevator.domain ? refName(elevator.domain) : ''),
  defaultSort: 'name',
  form: {
    schema: elevatorSchema,
    empty: emptyElevator,
    toForm: toElevatorForm,
    toBody: toElevatorBody,
  },
  api: {
    useList: useElevatorList,
    useGet: useElevator,
    useCreate: useCreateElevator,
    useUpdate: useUpdateElevator,
  },
})
