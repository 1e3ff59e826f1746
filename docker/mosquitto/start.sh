#!/bin/sh
# The broker of compose.yaml: makes the first user at the first start.
set -eu
users=/mosquitto/data/users.json
if [ ! -f "$users" ]; then
    mosquitto_ctrl dynsec init "$users.new" "$VESTIBULE_MQTT_USER" "$VESTIBULE_MQTT_PASSWORD" >/dev/null
    # Or the plugin lets everybody receive everything, and never asks for the rights.
    sed -i 's/\("publishClientReceive":[[:space:]]*\)true/\1false/' "$users.new"
    chown mosquitto:mosquitto "$users.new"
    mv "$users.new" "$users"
fi
exec mosquitto -c /mosquitto/config/mosquitto.conf
