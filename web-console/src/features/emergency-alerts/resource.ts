import { defineResource } from '@/kit/resource'
import {
  useCreateEmergencyAlert,
  useEmergencyAlert,
  useEmergencyAlertList,
  useUpdateEmergencyAlert,
  type EmergencyAlert,
} from './api'
import { emergencyAlertsEntity } from './entity'
import { alertSchema, emptyAlert, toAlertBody, toAlertForm } from './schema'

export const emergencyAlerts = defineResource({
  ...emergencyAlertsEntity,
  label: (alert: EmergencyAlert) => alert.name,
  detail: (alert: EmergencyAlert) => alert.domains.map(({ name }) => name).join(' · '),
  defaultSort: 'name',
  form: { schema: alertSchema, empty: emptyAlert, toForm: toAlertForm, toBody: toAlertBody },
  api: {
    useList: useEmergencyAlertList,
    useGet: useEmergencyAlert,
    useCreate: useCreateEmergencyAlert,
    useUpdate: useUpdateEmergencyAlert,
  },
})
