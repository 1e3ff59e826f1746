-- Elevators and their controllers, from access: which elevator an event of a controller is about.
CREATE TABLE elevators (
    id bigint PRIMARY KEY,
    project_id bigint NOT NULL,
    version bigint NOT NULL,
    name text NOT NULL,
    domain_id bigint NOT NULL,
    deleted boolean NOT NULL
);
CREATE INDEX elevators_domain ON elevators (project_id, domain_id);
CALL enforce_tenancy('elevators');

CREATE TABLE elevator_controllers (
    device_id bigint PRIMARY KEY,
    elevator_id bigint NOT NULL REFERENCES elevators (id),
    project_id bigint NOT NULL
);
CREATE INDEX elevator_controllers_elevator ON elevator_controllers (elevator_id);
CALL enforce_tenancy('elevator_controllers');

-- What lifts did: events of lift controllers, and the platform's commands to them.
CREATE TABLE lift_events (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    device_id bigint NOT NULL REFERENCES devices (id),
    -- The controller's group then.
    domain_id bigint NOT NULL,
    -- The elevator that the controller was in then.
    elevator_id bigint,
    -- As in `events`.
    category smallint NOT NULL CHECK (category BETWEEN 0 AND 4),
    -- Of a command: floors_released, lift_called.
    code text NOT NULL,
    user_id bigint,
    user_name text,
    -- The panel that granted access, and its event: for one event a controller releases floors once.
    panel_id bigint,
    panel_name text,
    panel_event_id bigint,
    floors int[] NOT NULL DEFAULT '{}',
    direction text,
    -- 0 reported by a controller; of a command 1 sent, 2 done, 3 failed
    state smallint NOT NULL CHECK (state BETWEEN 0 AND 3),
    error text,
    created_at timestamptz NOT NULL,
    received_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX lift_events_once ON lift_events (panel_event_id, device_id) WHERE panel_event_id IS NOT NULL;
CREATE INDEX lift_events_list ON lift_events (project_id, id DESC);
CREATE INDEX lift_events_created_at ON lift_events (project_id, created_at DESC, id DESC);
CREATE INDEX lift_events_elevator ON lift_events (project_id, elevator_id, id DESC);
CREATE INDEX lift_events_device ON lift_events (project_id, device_id, id DESC);
CREATE INDEX lift_events_sent ON lift_events (received_at) WHERE state = 1;
CALL enforce_tenancy('lift_events');
