import { get, useFormContext, useWatch } from 'react-hook-form'
import { useFeaturesOff } from '@/features/groups'
import { useLack, type LicensedFeature } from '@/kit/permissions'
import type { DeviceForm } from '../schema'
import { F, type TabProps } from './fields'

type SwitchName =
  | 'device_settings.lift_controller.enabled'
  | 'device_settings.alpr_camera.using'
  | 'device_settings.additional.alpr_camera_interaction'

interface Props extends TabProps {
  name: SwitchName
  label: string
  feature: LicensedFeature
}

/** Switched on with a licence feature, which the project has and the device's group; what was on when the form was opened stays so without it. */
export function LicensedSwitch({ name, label, feature, readOnly }: Props) {
  const lack = useLack()
  const { formState } = useFormContext<DeviceForm>()
  const group = useWatch<DeviceForm, 'domain'>({ name: 'domain' })
  const featuresOff = useFeaturesOff(group?.id)
  const wasOn = get(formState.defaultValues, name) === true
  const why = !wasOn && lack({ feature }, featuresOff)
  // In words below it as well: a phone has no pointer that could rest on it.
  return <F.Switch name={name} label={label} disabled={readOnly || why} help={!readOnly && why} />
}
