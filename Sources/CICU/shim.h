#pragma once
#include <unicode/ucal.h>
