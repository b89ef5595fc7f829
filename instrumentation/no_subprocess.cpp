// Stands in for subprocesses where there are none, as in a browser.
#include "instrumentation/error.h"
#include "instrumentation/subprocess.h"

namespace tilescope {

bool is_installed(const std::string&) { return false; }

Subprocess::Subprocess(const std::vector<std::string>& arguments) {
  throw Error(arguments.front() + " cannot be started: a web page cannot start programs");
}
Subprocess::~Subprocess() = default;

bool Subprocess::write(std::span<const unsigned char>) { return false; }
bool Subprocess::finish(const std::function<bool()>&) { return false; }
std::string Subprocess::complaint() const { return ""; }
std::string Subprocess::answer() const { return ""; }
std::string Subprocess::whole_answer() const { return ""; }

}  // namespace tilescope
