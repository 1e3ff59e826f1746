import { useTranslation } from 'react-i18next'
import {
  emptyWhiteLabel,
  LogoField,
  toWhiteLabelForm,
  WhiteLabelFields,
  whiteLabelSchema,
} from '@/features/branding'
import { SettingsForm, type SettingsSource } from '@/kit/form'
import {
  useGetWhiteLabelSettingsQuery,
  useProjectLogo,
  useUpdateWhiteLabel,
  type WhiteLabel,
} from '../api'
import { useSaving } from '../useSaving'
import { whiteLabelNeed } from './whiteLabel'

const source: SettingsSource<WhiteLabel, typeof whiteLabelSchema> = {
  schema: whiteLabelSchema,
  empty: emptyWhiteLabel,
  toForm: toWhiteLabelForm,
  useGet: useGetWhiteLabelSettingsQuery,
  useUpdate: useUpdateWhiteLabel,
}

/** How the project shows itself, where a group has no appearance of its own. */
export default function WhiteLabelPanel() {
  const { t } = useTranslation('settings')
  const { control, readOnly } = useSaving(source, whiteLabelNeed)
  const calls = useProjectLogo()
  const logo = control.row?.logo
  return (
    <SettingsForm control={control} label={t('options.tabs.whiteLabel')} disabled={readOnly}>
      <WhiteLabelFields logo={logo} logoField={<LogoField logo={logo} calls={calls} />} />
    </SettingsForm>
  )
}
