import { SoundOutlined } from '@ant-design/icons'
import { Button, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { playOnce, soundOn } from '@/features/notifications'
import { usePreference } from '@/kit/preferences'

export const ALARM_SOUND = 'alarm.mp3'

/** Whether this browser sounds when an alarm comes; and a try, after which the browser lets the page sound by itself. */
export function SoundSwitch() {
  const { t } = useTranslation('device-alarms')
  const [isOn, setOn] = usePreference(soundOn)
  const change = (next: boolean) => {
    setOn(next)
    if (next) playOnce(ALARM_SOUND)
  }
  return (
    <>
      <Switch
        checked={isOn}
        onChange={change}
        aria-label={t('sound.label')}
        checkedChildren={t('sound.on')}
        unCheckedChildren={t('sound.off')}
      />
      <Button
        icon={<SoundOutlined />}
        disabled={!isOn}
        onClick={() => playOnce(ALARM_SOUND)}
        aria-label={t('sound.try')}
        title={t('sound.try')}
      />
    </>
  )
}
