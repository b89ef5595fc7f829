#include "app/command/command.h"

namespace tilescope {

Command::Command(const Command& other) = default;
Command::Command(Command&& other) noexcept = default;
Command& Command::operator=(const Command& other) = default;
Command& Command::operator=(Command&& other) noexcept = default;
Command::~Command() = default;

Command command_of(const Ask& ask) {
  return std::visit([](const auto& what) -> Command { return what; }, ask);
}

}  // namespace tilescope
