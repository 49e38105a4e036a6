#pragma once
#include <bluetooth/bluetooth.h>
